import type { CheckType } from './check-type.js';

/** Scripts of a check or a group: a snippet, or the text itself. */
export interface Scripts {
  setupSnippetId?: number | null;
  tearDownSnippetId?: number | null;
  localSetupScript?: string | null;
  localTearDownScript?: string | null;
}

/** Whether there is anything to run in them. */
export function hasScripts(of: Scripts | null): boolean {
  const { setupSnippetId, tearDownSnippetId, localSetupScript, localTearDownScript } = of ?? {};
  return Boolean(setupSnippetId || tearDownSnippetId || localSetupScript || localTearDownScript);
}

/**
 * Whether a run of the check needs an agent with a runtime (reference 5.11): an API check with scripts, its own or its
 * group's. Everything else that agents run needs none. The runtime is the check's, else the group's, else the account's.
 */
export function needsRuntime(checkType: CheckType, own: Scripts | null, ofGroup: Scripts | null): boolean {
  return checkType === 'API' && (hasScripts(own) || hasScripts(ofGroup));
}
