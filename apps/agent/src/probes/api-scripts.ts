import type { LeasedCheck, LeasedScripts } from '#agent-protocol';
import type { ApiRequest, KeyValue } from '#domain';
import type { JobLogLine, ScriptRequest, Scripts, SetUpResult } from '../scripts/script.js';
import { answerHeaders, timesOf, type ApiCheckResult } from './http-result.js';
import type { PhaseClock } from './phase-clock.js';
import { UnusableRequest, type Outcome, type ProbeContext } from './probe.js';
import type { FinalAnswer } from './redirects.js';
import { RequestFailure } from './request-failure.js';

/** The scripts of one run, and what they leave behind. */
export class RunScripts {
  private readonly jobLog: JobLogLine[] = [];
  private readonly secrets: string[] = [];
  private readonly of: LeasedScripts;

  /** Throws UnusableRequest where there are scripts and nothing to run them. */
  constructor(
    private readonly scripts: Scripts | undefined,
    check: LeasedCheck,
    private readonly context: ProbeContext,
    private readonly signal: AbortSignal,
  ) {
    this.of = check.scripts ?? { setUp: [], tearDown: [] };
    if (scripts === undefined && this.of.setUp.length + this.of.tearDown.length > 0) {
      throw new UnusableRequest('this agent runs no scripts');
    }
  }

  get hasTearDown(): boolean {
    return this.of.tearDown.length > 0;
  }

  /** The request and the variables as the set-up scripts leave them. Throws a RequestFailure where one failed: then nothing is sent. */
  async setUp(
    request: ApiRequest,
    variables: ReadonlyMap<string, string>,
  ): Promise<{ request: ApiRequest; variables: ReadonlyMap<string, string> }> {
    if (this.of.setUp.length === 0) return { request, variables };
    const result = await this.scripts!.setUp(scriptRequest(request), variables, this.context, this.signal);
    this.keep(result);
    if (result.error !== null) throw new RequestFailure(result.error, { networkError: false });
    return { request: changed(request, result.request), variables: result.variables };
  }

  /** The body of the answer as the teardown scripts leave it. */
  async tearDown(
    answer: FinalAnswer,
    body: string,
    clock: PhaseClock,
    sent: ApiRequest,
    variables: ReadonlyMap<string, string>,
  ): Promise<string> {
    const { status, statusText, rawHeaders } = answer;
    const response = {
      status,
      statusText,
      headers: Object.fromEntries(answerHeaders(rawHeaders)),
      body,
      ...timesOf(clock),
    };
    const result = await this.scripts!.tearDown(response, scriptRequest(sent), variables, this.context, this.signal);
    this.keep(result);
    return result.body;
  }

  /** What must not be seen in the outcome. */
  hide(secrets: readonly string[]): void {
    this.secrets.push(...secrets);
  }

  /** The outcome with what the scripts wrote and made secret. */
  traced(outcome: Outcome): Outcome {
    const detail = outcome.detail as ApiCheckResult;
    const jobLog = this.jobLog.length > 0 ? this.jobLog : null;
    return { ...outcome, detail: { ...detail, jobLog }, secrets: this.secrets };
  }

  private keep({ jobLog, secrets }: Pick<SetUpResult, 'jobLog' | 'secrets'>): void {
    this.jobLog.push(...jobLog);
    this.secrets.push(...secrets);
  }
}

function scriptRequest({ method, url, body, headers, queryParameters }: ApiRequest): ScriptRequest {
  return { method, url, body, headers: pairs(headers), queryParameters: pairs(queryParameters) };
}

const pairs = (all: KeyValue[]) => all.map(({ key, value }) => ({ key, value }));

/** What was locked stays so by its name, as nothing else says what holds credentials. */
function changed(request: ApiRequest, { headers, queryParameters, ...rest }: ScriptRequest): ApiRequest {
  return {
    ...request,
    ...rest,
    headers: locked(headers, request.headers, (name) => name.trim().toLowerCase()),
    queryParameters: locked(queryParameters, request.queryParameters, (name) => name),
  };
}

function locked(now: ScriptRequest['headers'], before: KeyValue[], idOf: (name: string) => string): KeyValue[] {
  const names = new Set(before.filter((pair) => pair.locked).map(({ key }) => idOf(key)));
  return now.map((pair) => ({ ...pair, locked: names.has(idOf(pair.key)) }));
}
