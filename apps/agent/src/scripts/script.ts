import type { API_METHODS, KeyValue } from '#domain';
import type { ProbeContext } from '../probes/probe.js';

/** Reference 5.1: what the set-up scripts of a run may take together, and likewise its teardown scripts, in milliseconds. */
export const SCRIPTS_LIMIT_MS = 10_000;

/** Reference 3.10, `jobLog`: one line that a script wrote, or that the agent wrote about it. */
export interface JobLogLine {
  /** Unix milliseconds. */
  time: number;
  msg: string;
  level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
}

/**
 * Reference 5.7: the request as set-up scripts see and change it. Its texts still hold their `{{VARIABLES}}`, as scripts may
 * set those too: they are filled in afterwards. Scripts see headers and query parameters as objects by name.
 */
export interface ScriptRequest {
  method: (typeof API_METHODS)[number];
  url: string;
  body: string;
  headers: Pick<KeyValue, 'key' | 'value'>[];
  queryParameters: Pick<KeyValue, 'key' | 'value'>[];
}

/** The answer as teardown scripts see it; they may change its body only. */
export interface ScriptResponse {
  status: number;
  statusText: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Scripts see the first 256 KB, in characters. */
  body: string;
  /** Milliseconds, as in the result. */
  timings: object | null;
  timingPhases: object | null;
}

export interface SetUpResult {
  /** What is to be sent; the one given where there are no scripts. */
  request: ScriptRequest;
  /** Those given and what scripts set in `process.env`, for filling in the request and for the teardown. */
  variables: Map<string, string>;
  /** Values that scripts made secret (`SERVICE_SECRET_*`, and new values of secret variables), for `Outcome.secrets`. */
  secrets: string[];
  jobLog: JobLogLine[];
  /** Why the check must end here, failed: without a request and without assertions. Null: go on. */
  error: string | null;
}

export interface TearDownResult {
  /** The body for assertions and for the result; the one given where no script changed it. */
  body: string;
  secrets: string[];
  /** Says also what a script threw: that ends nothing. */
  jobLog: JobLogLine[];
}

/** Runs customers' scripts in processes of their own. */
export interface Scripts {
  /**
   * Group first, then check (reference 5.6). Costs nothing where the lease has no set-up scripts. Rejects with
   * `signal.reason` when the run is aborted, and otherwise only for the platform's own fault.
   */
  setUp(
    request: ScriptRequest,
    variables: ReadonlyMap<string, string>,
    context: ProbeContext,
    signal: AbortSignal,
  ): Promise<SetUpResult>;
  /** Check first, then group. `request` is the one that was sent, filled in; `variables` are those of the set-up. */
  tearDown(
    response: ScriptResponse,
    request: ScriptRequest,
    variables: ReadonlyMap<string, string>,
    context: ProbeContext,
    signal: AbortSignal,
  ): Promise<TearDownResult>;
}
