import { RESULTS_PATH, type RunReport } from '#agent-protocol';
import type { AccountId } from '#domain';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';
import { failed, locationWithAgent, passed } from './fake-agent.js';
import { storeCheck } from './stored-results.js';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
});

const CREATED = new Date('2026-03-18T12:00:00.000Z');

async function storeStatus(owner: AccountId, checkId: string, values: Record<string, unknown> = {}): Promise<void> {
  const row = { has_failures: false, has_errors: false, is_degraded: false, created_at: CREATED, ...values };
  const names = Object.keys(row);
  await api.sql(
    `INSERT INTO check_statuses (account_id, check_id, ${names.join(', ')})
     VALUES ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})`,
    [owner, checkId, ...Object.values(row)],
  );
}

const RUN = {
  has_failures: true,
  is_degraded: true,
  longest_run: 812.5,
  shortest_run: 92.25,
  last_run_location: 'berlin',
  last_check_run_id: '1773835200123',
  ssl_days_remaining: 61,
  updated_at: new Date('2026-03-18T12:10:00.000Z'),
};

describe('GET /v1/check-statuses/{checkId}', () => {
  it('answers every field of reference 3.10', async () => {
    const checkId = await storeCheck(api, account.id, { name: 'Shop' });
    await storeStatus(account.id, checkId, RUN);
    const { body } = (await account.client.get(`/v1/check-statuses/${checkId}`)).expect(200);
    expect(body).toEqual({
      name: 'Shop',
      checkId,
      hasFailures: true,
      hasErrors: false,
      isDegraded: true,
      longestRun: 812.5,
      shortestRun: 92.25,
      lastRunLocation: 'berlin',
      lastCheckRunId: '1773835200123',
      sslDaysRemaining: 61,
      created_at: '2026-03-18T12:00:00.000Z',
      updated_at: '2026-03-18T12:10:00.000Z',
    });
  });

  it('answers null for what is not known', async () => {
    const checkId = await storeCheck(api, account.id);
    await storeStatus(account.id, checkId);
    expect((await account.client.get(`/v1/check-statuses/${checkId}`)).expect(200).body).toMatchObject({
      longestRun: null,
      shortestRun: null,
      lastRunLocation: null,
      lastCheckRunId: null,
      sslDaysRemaining: null,
      updated_at: null,
    });
  });

  it('is 404 for unknown checks and, in other words, for one that never finished a run', async () => {
    const checkId = await storeCheck(api, account.id);
    const messageOf = async (id: string) =>
      (await account.client.get<{ message: string }>(`/v1/check-statuses/${id}`)).expect(404).body.message;
    expect(await messageOf(checkId)).toContain('has not finished a run');
    expect(await messageOf(randomUUID())).toBe('Not Found');
    expect(await messageOf('no-uuid')).toBe('Not Found');
  });

  it('is 404 for the check of another account', async () => {
    const other = await api.account();
    const checkId = await storeCheck(api, other.id);
    await storeStatus(other.id, checkId);
    (await account.client.get(`/v1/check-statuses/${checkId}`)).expect(404);
    expect((await account.client.get<unknown[]>('/v1/check-statuses')).expect(200).body).toEqual([]);
  });
});

describe('GET /v1/check-statuses', () => {
  it('lists all checks that have a status, the newest check first, in one bare array', async () => {
    const ids: string[] = [];
    for (let minute = 0; minute < 12; minute += 1) {
      const createdAt = new Date(CREATED.getTime() + minute * 60_000);
      const checkId = await storeCheck(api, account.id, { name: `Check ${minute}`, createdAt });
      await storeStatus(account.id, checkId);
      ids.unshift(checkId);
    }
    await storeCheck(api, account.id, { name: 'Never ran' });
    const { body, headers } = (
      await account.client.get<{ checkId: string; name: string }[]>('/v1/check-statuses')
    ).expect(200);
    expect(body.map(({ checkId }) => checkId)).toEqual(ids);
    expect(body[0]!.name).toBe('Check 11');
    expect(headers.has('content-range')).toBe(false);
  });

  it('is open to the lowest role', async () => {
    (await (await account.clientOf('READ_ONLY')).get('/v1/check-statuses')).expect(200);
    (await api.anonymous.get('/v1/check-statuses')).expect(401);
  });
});

describe('sslDaysRemaining', () => {
  const inDays = (days: number) => Date.now() + days * 86_400_000;

  async function create(...privateLocations: string[]): Promise<string> {
    const body = urlCheckBody({ privateLocations, runParallel: true, doubleCheck: false, frequency: 1440 });
    return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
  }
  const trigger = (checkId: string) =>
    account.client.post('/v1/check-sessions/trigger', { target: { checkId: [checkId] } });
  const days = async (checkId: string) =>
    (await account.client.get<{ sslDaysRemaining: number | null }>(`/v1/check-statuses/${checkId}`)).expect(200).body
      .sslDaysRemaining;

  it('says what the newest result found out, also of a failure, and null without TLS', async () => {
    const agent = await locationWithAgent(api, account, 'here');
    const checkId = await create('here');
    const seen: (number | null)[] = [];
    const found: [typeof passed, Partial<RunReport>][] = [
      [passed, { certificateEnds: inDays(3.5) }],
      [failed, { certificateEnds: inDays(-1.5) }],
      [passed, { certificateEnds: null }],
      [passed, { certificateEnds: inDays(90.5) }],
      // An older agent says nothing about it.
      [passed, {}],
    ];
    for (const [report, values] of found) {
      if (seen.length > 0) (await trigger(checkId)).expect(201);
      expect(await agent.report(report(await agent.leaseOne(), values))).toEqual(['accepted']);
      seen.push(await days(checkId));
    }
    expect(seen).toEqual([3, -2, null, 90, null]);
  });

  it('is the smallest of all locations of a session', async () => {
    const [here, there] = [
      await locationWithAgent(api, account, 'here'),
      await locationWithAgent(api, account, 'there'),
    ];
    const checkId = await create('here', 'there');
    await here.report(passed(await here.leaseOne(), { certificateEnds: inDays(3.5) }));
    await there.report(passed(await there.leaseOne(), { certificateEnds: inDays(90.5) }));
    expect(await days(checkId)).toBe(3);
  });

  it.each([['tomorrow'], [1.5], [1e18], [true]])('is not told by %p', async (certificateEnds) => {
    const agent = await locationWithAgent(api, account, 'here');
    await create('here');
    const results = [passed(await agent.leaseOne(), { certificateEnds: certificateEnds as number })];
    const answer = await agent['client'].post(RESULTS_PATH, { agentId: agent.agentId, results });
    expect(answer.expect(400).body).toMatchObject({
      attributes: { violations: [{ field: 'results[0].certificateEnds' }] },
    });
  });
});
