import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ERRORS_PATH,
  LEASES_PATH,
  RELEASE_PATH,
  RENEW_PATH,
  RESULTS_PATH,
  type HeldLease,
  type HeldLeasesRequest,
  type Lease,
  type LeaseContext,
  type LeasedCheck,
  type LeaseRequest,
  type ReportRequest,
  type ReportVerdict,
  type RunReport,
} from '#agent-protocol';

export const LOCATION_KEY = `pl_${'0123456789abcdef'.repeat(2)}`;

/** The agent's side of the API: leases what a test has queued and remembers what agents say. */
export class FakeApi {
  readonly leaseRequests: LeaseRequest[] = [];
  readonly reports: RunReport[] = [];
  readonly released: HeldLease[] = [];
  /** What agents told of their own errors. */
  readonly errors: unknown[] = [];
  /** Refuses to hear of them with this status. */
  refuseErrors: number | null = null;
  readonly renewed: HeldLease[][] = [];
  /** The header of each call. */
  readonly traceparents: { url?: string; traceparent: string }[] = [];
  /** Calls that were refused because `failing` was on. */
  failures = 0;
  /** Answers every call with this status. */
  failing: number | null = null;
  denyTargets: string[] = [];
  /** Sent to whoever does not have it. */
  context: LeaseContext | null = null;
  lost: HeldLease[] = [];
  verdict: (report: RunReport) => ReportVerdict = () => 'accepted';
  /** Refuses a whole batch with this status because of one report. */
  refuse: (report: RunReport) => number | null = () => null;
  /** Takes the files of runs; answers the status. */
  upload: (request: IncomingMessage) => Promise<number> = () => Promise.resolve(404);
  private queue: Lease[] = [];
  private polls = new Set<() => void>();
  private server: Server | undefined;
  private usedPort = 0;

  get url(): string {
    return `http://127.0.0.1:${this.usedPort}`;
  }

  /** Listens; after `stop` on the same port again. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.serve(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.usedPort, '127.0.0.1', resolve));
    this.usedPort = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Queues one run of a check and returns its lease. */
  enqueue(check: Partial<LeasedCheck>, lease: Partial<Lease> = {}): Lease {
    const whole: Lease = {
      runId: randomUUID(),
      token: 1,
      sessionId: randomUUID(),
      location: 'here',
      attempt: 1,
      resultId: randomUUID(),
      check: {
        id: randomUUID(),
        name: 'A check',
        checkType: 'URL',
        request: {},
        shouldFail: false,
        degradedResponseTime: null,
        maxResponseTime: null,
        ...check,
      },
      ...lease,
    };
    this.queue.push(whole);
    for (const wake of this.polls) wake();
    return whole;
  }

  reportOf(runId: string): RunReport | undefined {
    return this.reports.find((report) => report.runId === runId);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: unknown) => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'PUT') {
      const status = await this.upload(request);
      return answer(status, status === 200 ? { verdict: 'stored' } : { message: 'As the test wants it' });
    }
    const body: unknown = JSON.parse(await textOf(request));
    this.traceparents.push({ url: request.url, traceparent: String(request.headers['traceparent']) });
    if (this.failing !== null) {
      this.failures += 1;
      return answer(this.failing, { statusCode: this.failing, message: 'As the test wants it' });
    }
    if (request.headers.authorization !== `Bearer ${LOCATION_KEY}`) return answer(401, { message: 'Bad token' });
    if (request.url === LEASES_PATH) return answer(200, await this.lease(body as LeaseRequest, response));
    if (request.url === RENEW_PATH) return answer(200, this.renew(body as HeldLeasesRequest));
    if (request.url === ERRORS_PATH) {
      if (this.refuseErrors !== null) return answer(this.refuseErrors, { message: 'Not now' });
      this.errors.push(body);
      return answer(200, { noted: 1 });
    }
    if (request.url === RELEASE_PATH) {
      this.released.push(...(body as HeldLeasesRequest).leases);
      return answer(200, {});
    }
    const refused = request.url === RESULTS_PATH ? this.refusalOf(body as ReportRequest) : null;
    if (refused !== null) return answer(refused, { message: 'Not this one' });
    if (request.url === RESULTS_PATH) return answer(200, { verdicts: this.take(body as ReportRequest) });
    return answer(404, { message: 'Not Found' });
  }

  private async lease(body: LeaseRequest, response: ServerResponse) {
    this.leaseRequests.push(body);
    if (this.queue.length === 0 && body.waitSeconds > 0) await this.wait(body.waitSeconds, response);
    const leases = response.destroyed ? [] : this.queue.splice(0, body.capacity);
    return {
      leases,
      denyTargets: this.denyTargets,
      context: body.contextVersion === this.context?.version ? null : this.context,
    };
  }

  private wait(seconds: number, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.polls.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, seconds * 1_000);
      response.once('close', wake);
      this.polls.add(wake);
    });
  }

  private renew({ leases }: HeldLeasesRequest) {
    this.renewed.push(leases);
    return { lost: this.lost };
  }

  private refusalOf({ results }: ReportRequest): number | null {
    return results.map(this.refuse).find((status) => status !== null) ?? null;
  }

  private take({ results }: ReportRequest): ReportVerdict[] {
    return results.map((report) => {
      const verdict = this.verdict(report);
      if (verdict === 'accepted') this.reports.push(report);
      return verdict;
    });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
