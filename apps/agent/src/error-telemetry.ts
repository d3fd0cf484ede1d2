import { MOST_ERRORS, type AgentError } from '#agent-protocol';
import type { CheckType } from '#domain';
import type { Logger } from './logging.js';
import { codeOf } from './probes/request-failure.js';
import { AGENT_VERSION } from './version.js';
import type { ApiClient } from './work/api-client.js';

/** From the first error to the call that tells of it and of those since, in milliseconds. */
const GATHER_MS = 10_000;

/** Names that are ours or the language's: any other may have been made of what nobody should see. */
const CLASSES = new Set([
  'AggregateError',
  'ApiRefusal',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'RequestFailure',
  'SyntaxError',
  'SystemError',
  'TypeError',
  'URIError',
  'UnusableRequest',
]);
/** Of Node, of its libraries and of the system. */
const CODE = /^(?:E[A-Z0-9]{2,20}|ERR_[A-Z0-9_]{1,50}|UND_ERR_[A-Z_]{1,40})$/;

/**
 * EXTERNAL_OBSERVABILITY: tells the own API, and nobody else, of this agent's own errors: class, code, check type, and how
 * often; the call adds the release. What cannot be sent is forgotten: this must never be what keeps an agent from its work.
 */
export class ErrorTelemetry {
  private readonly gathered = new Map<string, AgentError>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly api: ApiClient,
    private readonly agentId: string,
    private readonly enabled: boolean,
    private readonly logger: Logger,
    private readonly gatherMs = GATHER_MS,
  ) {}

  note(error: unknown, checkType: CheckType | null): void {
    if (!this.enabled || this.stopped) return;
    const kind = { class: classOf(error), code: knownCodeOf(error), checkType };
    const key = JSON.stringify(kind);
    const known = this.gathered.get(key);
    if (known) known.count += 1;
    else if (this.gathered.size < MOST_ERRORS) this.gathered.set(key, { ...kind, count: 1 });
    this.timer ??= setTimeout(() => void this.send(), this.gatherMs).unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async send(): Promise<void> {
    const errors = [...this.gathered.values()];
    this.gathered.clear();
    this.timer = undefined;
    try {
      await this.api.errors({ agentId: this.agentId, version: AGENT_VERSION, errors });
    } catch (error) {
      this.logger.debug({ reason: String(error) }, 'The API was not told of errors');
    }
  }
}

function classOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return CLASSES.has(name) ? name : 'Error';
}

function knownCodeOf(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && CODE.test(code) ? code : null;
}
