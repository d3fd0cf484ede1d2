import type { LeaseContext, LeasedScript } from '#agent-protocol';
import { PartialProblem, withPartials } from '#domain';
import type { ChildRequest } from './script-child.js';
import type { ScriptRequest } from './script.js';

export interface NamedScript {
  name: string;
  source: string;
}

/**
 * The texts of scripts, legacy partials put in; the snippets that they may ask for besides. Throws PartialProblem, also for a
 * snippet that was deleted.
 */
export function scriptTexts(
  scripts: readonly LeasedScript[],
  kind: string,
  context: LeaseContext | null,
): { scripts: NamedScript[]; snippets: Record<string, string> } {
  const known = context?.snippets ?? [];
  const byName = new Map(known.map(({ name, script }) => [name, script]));
  const texts = scripts.map((script, index) => {
    if ('source' in script) return { name: `${kind} script ${index + 1}`, source: script.source };
    const snippet = known.find(({ id }) => id === script.snippetId);
    if (snippet === undefined) throw new PartialProblem(`There is no snippet with the id ${script.snippetId}`);
    return { name: `${kind} script ${index + 1} (${snippet.name})`, source: snippet.script };
  });
  const named = texts.map(({ name, source }) => ({ name, source: withPartials(source, byName) }));
  return { scripts: named, snippets: Object.fromEntries(mentioned(named, byName)) };
}

/** Snippets whose names stand in a script, or in such a snippet: an account may have many. */
function mentioned(scripts: readonly NamedScript[], snippets: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  const texts = scripts.map(({ source }) => source);
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [name, script] of snippets) {
      if (found.has(name) || !text.includes(name)) continue;
      found.set(name, script);
      texts.push(script);
    }
  }
  return found;
}

/** As scripts see it. */
export function childRequest({ headers, queryParameters, ...request }: ScriptRequest): ChildRequest {
  return { ...request, headers: byName(headers), queryParameters: byName(queryParameters) };
}

function byName(pairs: ScriptRequest['headers']): Record<string, string | string[]> {
  const all = new Map<string, string | string[]>();
  for (const { key, value } of pairs) {
    const before = all.get(key);
    all.set(key, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(all);
}
