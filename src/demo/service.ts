import { StartProblem } from '../start-problem.js';

/** What the demo reads of a status, a result and a report; the API answers more. */
export interface Status {
  checkId: string;
  hasFailures: boolean;
  isDegraded: boolean;
  /** Changes with every run. */
  lastCheckRunId: string | null;
}

export interface Result {
  id: string;
  hasFailures: boolean;
  hasErrors: boolean;
  isDegraded: boolean;
  overMaxResponseTime: boolean;
  resultType: 'FINAL' | 'ATTEMPT';
  responseTime: number;
  stoppedAt: string;
  apiCheckResult: { requestError: string | null; response: { status: number } | null } | null;
}

interface Report {
  series: { data: { availability?: number | null }[] }[];
}

interface Location {
  slugName: string;
  agentCount: number;
}

const FIELDS = `id,hasFailures,hasErrors,isDegraded,overMaxResponseTime,resultType,responseTime,stoppedAt,apiCheckResult`;

/** The API as any client sees it. Every call throws when the answer is not a success. */
export class Service {
  constructor(
    readonly url: string,
    private readonly apiKey: string,
  ) {}

  statuses(): Promise<Status[]> {
    return this.call('GET', '/v1/check-statuses');
  }

  /** The newest results of a check, attempts included, the newest first. */
  async results(checkId: string): Promise<Result[]> {
    const path = `/v2/check-results/${checkId}?limit=10&resultType=ALL&fields=${FIELDS}`;
    return (await this.call<{ entries: Result[] }>('GET', path)).entries;
  }

  /** In per cent, of the last 24 hours. */
  async availability(checkId: string): Promise<number | undefined> {
    const { series } = await this.call<Report>('GET', `/v1/analytics/url-monitors/${checkId}?metrics=availability`);
    return series[0]?.data[0]?.availability ?? undefined;
  }

  async createCheck(check: object): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/v1/checks/url', check)).id;
  }

  deleteCheck(id: string): Promise<void> {
    return this.call('DELETE', `/v1/checks/${id}`);
  }

  /** Slug name of a location where an agent runs: `default`, else any. */
  async location(): Promise<string> {
    const locations = await this.call<Location[]>('GET', '/v1/private-locations');
    const served = locations.filter(({ agentCount }) => agentCount > 0);
    const { slugName } = served.find((location) => location.slugName === 'default') ?? served[0] ?? {};
    if (slugName) return slugName;
    throw new StartProblem(`No agent runs in a private location of the account: start one that reaches ${this.url}`);
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(this.url + path, { method, headers, signal, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new StartProblem(`${method} ${this.url}${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  }
}
