import type { Result, Service, Status } from './service.js';

export type State = 'waiting' | 'passing' | 'degraded' | 'failing';

/** What is known of one check. */
export interface Finding {
  readonly name: string;
  state: State;
  /** When the last run ended (unix milliseconds), and its response time in milliseconds. */
  lastAt?: number;
  responseTime?: number;
  /** Per cent. */
  availability?: number;
  /** Sessions by how they ended, and attempts that were tried again. */
  passed: number;
  degraded: number;
  failed: number;
  retries: number;
}

/** Something that just happened. */
export interface Event {
  readonly at: number;
  readonly name: string;
  readonly outcome: 'passed' | 'degraded' | 'failed' | 'retried';
  readonly text: string;
}

interface Watched {
  readonly checkId: string;
  readonly finding: Finding;
  /** Ids of the results that are counted. */
  readonly seen: Set<string>;
  lastRun: string | null;
  /** Whether a run has ended since the last report, and when that was. */
  stale: boolean;
  reportedAt: number;
}

/** The API allows 30 reports in a minute; some are kept for the end. */
const BETWEEN_REPORTS_MS = 2_700;

/** What the service finds out about the checks, asked as a client would: statuses every time, more where a run has ended. */
export class Findings {
  private readonly watched: Watched[];

  constructor(
    private readonly service: Service,
    checks: { id: string; name: string }[],
  ) {
    this.watched = checks.map(({ id, name }) => ({
      checkId: id,
      finding: { name, state: 'waiting', passed: 0, degraded: 0, failed: 0, retries: 0 },
      seen: new Set<string>(),
      lastRun: null,
      stale: false,
      reportedAt: 0,
    }));
  }

  get all(): readonly Finding[] {
    return this.watched.map(({ finding }) => finding);
  }

  /** Looks once and answers what is new, the oldest first. */
  async look(now: number = Date.now()): Promise<Event[]> {
    const statuses = new Map((await this.service.statuses()).map((status) => [status.checkId, status]));
    const changed = this.watched.flatMap((each) => {
      const status = statuses.get(each.checkId);
      return status && status.lastCheckRunId !== each.lastRun ? [{ each, status }] : [];
    });
    const events = await Promise.all(changed.map(({ each, status }) => this.readResults(each, status)));
    await this.readAvailability(now);
    return events.flat().toSorted((one, other) => one.at - other.at);
  }

  /** Brings every number up to date, as far as the API answers. */
  async settle(): Promise<void> {
    const stale = this.watched.filter((each) => each.stale);
    await Promise.allSettled(stale.map((each) => this.readReport(each, Date.now())));
  }

  private async readResults(each: Watched, status: Status): Promise<Event[]> {
    const { checkId, finding, seen } = each;
    const fresh = (await this.service.results(checkId)).filter(({ id }) => !seen.has(id)).toReversed();
    for (const result of fresh) {
      seen.add(result.id);
      count(finding, result);
    }
    finding.state = status.hasFailures ? 'failing' : status.isDegraded ? 'degraded' : 'passing';
    each.lastRun = status.lastCheckRunId;
    each.stale = true;
    return fresh.map((result) => eventOf(finding.name, result));
  }

  /** One report at a time, for the check that has waited longest. */
  private async readAvailability(now: number): Promise<void> {
    if (this.watched.some(({ reportedAt }) => now - reportedAt < BETWEEN_REPORTS_MS)) return;
    const waiting = this.watched.filter(({ stale }) => stale);
    const next = waiting.toSorted((one, other) => one.reportedAt - other.reportedAt)[0];
    if (next) await this.readReport(next, now);
  }

  private async readReport(each: Watched, now: number): Promise<void> {
    Object.assign(each, { stale: false, reportedAt: now });
    each.finding.availability = await this.service.availability(each.checkId);
  }
}

function count(each: Finding, result: Result): void {
  if (result.resultType === 'ATTEMPT') {
    each.retries += 1;
    return;
  }
  each.lastAt = Date.parse(result.stoppedAt);
  each.responseTime = result.responseTime;
  if (result.hasFailures || result.hasErrors) each.failed += 1;
  else if (result.isDegraded) each.degraded += 1;
  else each.passed += 1;
}

function eventOf(name: string, result: Result): Event {
  const { hasFailures, hasErrors, isDegraded, resultType, responseTime, stoppedAt, apiCheckResult } = result;
  const bad = hasFailures || hasErrors;
  const outcome = resultType === 'ATTEMPT' ? 'retried' : bad ? 'failed' : isDegraded ? 'degraded' : 'passed';
  const status = apiCheckResult?.response?.status;
  const found = status ? `HTTP ${status} in ${Math.round(responseTime)} ms` : (apiCheckResult?.requestError ?? '');
  return { at: Date.parse(stoppedAt), name, outcome, text: found };
}
