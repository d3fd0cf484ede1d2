import {
  LEASES_PATH,
  RELEASE_PATH,
  RENEW_PATH,
  RESULTS_PATH,
  type Lease,
  type LeaseRequest,
  type LeaseResponse,
  type ReportVerdict,
  type RunReport,
} from '#agent-protocol';
import type { ApiClient, TestAccount, TestApi } from '#testing';
import { randomUUID } from 'node:crypto';

/** Speaks the wire contract as an agent would, one step at a time, with outcomes that the test decides. */
export class FakeAgent {
  readonly agentId = randomUUID();

  constructor(private readonly client: ApiClient) {}

  async lease(capacity = 10, waitSeconds = 0): Promise<Lease[]> {
    return (await this.ask({ capacity, waitSeconds })).leases;
  }

  async ask(values: Partial<LeaseRequest> = {}): Promise<LeaseResponse> {
    const request = { capacity: 10, checkTypes: ['URL'], runtimes: [], waitSeconds: 0, version: '0.0.0', ...values };
    const answer = await this.client.post<LeaseResponse>(LEASES_PATH, { agentId: this.agentId, ...request });
    return answer.expect(200).body;
  }

  /** Leases exactly one run, waiting up to `waitSeconds` for it. */
  async leaseOne(waitSeconds = 10): Promise<Lease> {
    const [lease] = await this.lease(1, waitSeconds);
    if (!lease) throw new Error(`no run within ${waitSeconds} s`);
    return lease;
  }

  async report(...reports: RunReport[]): Promise<ReportVerdict[]> {
    const answer = await this.client.post<{ verdicts: ReportVerdict[] }>(RESULTS_PATH, {
      agentId: this.agentId,
      results: reports,
    });
    return answer.expect(200).body.verdicts;
  }

  async renew(...leases: Lease[]): Promise<number> {
    const answer = await this.client.post<{ lost: unknown[] }>(RENEW_PATH, {
      agentId: this.agentId,
      leases: leases.map(held),
    });
    return answer.expect(200).body.lost.length;
  }

  async release(...leases: Lease[]): Promise<number> {
    const answer = await this.client.post<{ released: number }>(RELEASE_PATH, {
      agentId: this.agentId,
      leases: leases.map(held),
    });
    return answer.expect(200).body.released;
  }
}

const held = ({ runId, token }: Lease) => ({ runId, token });

/** A report that the check passed; give what differs. */
export const passed = ({ runId, token, attempt }: Lease, values: Partial<RunReport> = {}): RunReport => ({
  runId,
  token,
  attempt,
  startedAfterMs: 1,
  stoppedAfterMs: 21,
  hasFailures: false,
  hasErrors: false,
  isDegraded: false,
  overMaxResponseTime: false,
  networkError: false,
  responseTime: 20,
  statusCode: 200,
  timings: { wait: 0, dns: 1, tcp: 2, tls: 0, firstByte: 15, download: 2 },
  errorMessage: null,
  detail: null,
  ...values,
});

export const failed = (lease: Lease, values: Partial<RunReport> = {}): RunReport =>
  passed(lease, {
    hasFailures: true,
    statusCode: 500,
    errorMessage: 'Expected STATUS_CODE to be less than 400, but it was 500',
    ...values,
  });

/** A private location of the account with an agent. */
export async function locationWithAgent(api: TestApi, account: TestAccount, slugName: string): Promise<FakeAgent> {
  const { id } = (
    await account.client.post<{ id: string }>('/v1/private-locations', { name: slugName, slugName })
  ).expect(201).body;
  const { rawKey } = (await account.client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(
    201,
  ).body;
  return new FakeAgent(api.anonymous.as(rawKey));
}
