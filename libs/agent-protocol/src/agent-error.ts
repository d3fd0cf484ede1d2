import type { CheckType } from '#domain';

export const ERRORS_PATH = '/agent/v1/errors';
/** The most kinds of errors in one call. */
export const MOST_ERRORS = 20;

/** What an agent's own error may tell about itself (EXTERNAL_OBSERVABILITY): neither messages nor targets. */
export interface AgentError {
  /** E.g. TypeError. */
  class: string;
  /** E.g. ENOSPC. */
  code: string | null;
  /** Of the check that was being executed; null for none. */
  checkType: CheckType | null;
  /** How often since the last call. */
  count: number;
}

/** POST /agent/v1/errors */
export interface AgentErrorsRequest {
  agentId: string;
  /** The agent's release. */
  version: string;
  errors: AgentError[];
}
