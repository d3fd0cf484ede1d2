import type { Lease } from '#agent-protocol';
import { newId, Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { failed, FakeAgent, locationWithAgent, passed } from './fake-agent.js';

interface Session {
  id: string;
  status: string;
  results: { resultType: string; runLocation: string; aborted: boolean; hasErrors: boolean }[];
}

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
});

const create = async (values: object = {}) => {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};
const session = async (id: string) => (await account.client.get<Session>(`/v1/check-sessions/${id}`)).expect(200).body;
const ended = async (id: string) =>
  (await account.client.get<Session>(`/v1/check-sessions/${id}/completion?maxWaitSeconds=5`)).expect(200).body;

describe('a run', () => {
  it('is scheduled at once, leased, reported, stored, and read back everywhere', async () => {
    const checkId = await create();
    const lease = await agent.leaseOne();
    expect(lease).toMatchObject({ token: 1, attempt: 1, location: 'here', check: { id: checkId, checkType: 'URL' } });
    expect((await session(lease.sessionId)).status).toBe('STARTED');
    expect(await agent.report(passed(lease))).toEqual(['accepted']);

    const done = await ended(lease.sessionId);
    expect(done.status).toBe('PASSED');
    expect(done.results).toMatchObject([{ resultType: 'FINAL', runLocation: 'here' }]);
    const results = (await account.client.get<unknown[]>(`/v1/check-results/${checkId}`)).expect(200).body;
    expect(results).toMatchObject([
      { checkId, responseTime: 20, resultType: 'FINAL', sequenceId: lease.runId, attempts: 0 },
    ]);
    const status = (await account.client.get(`/v1/check-statuses/${checkId}`)).expect(200).body;
    expect(status).toMatchObject({ hasFailures: false, longestRun: 20, shortestRun: 20, lastRunLocation: 'here' });
    const analytics = await account.client.get<{ series: unknown }>(
      `/v1/analytics/url-monitors/${checkId}?metrics=responseTime_avg,availability`,
    );
    expect(analytics.expect(200).body.series).toMatchObject([{ data: [{ responseTime_avg: 20, availability: 100 }] }]);
  });

  it('is given to one agent only, and to nobody of another location or account', async () => {
    const other = new FakeAgent((await locationWithAgent(api, account, 'there'))['client']);
    const stranger = await locationWithAgent(api, await api.account(), 'here');
    await create();
    const leases = (await Promise.all([agent, agent, other, stranger].map((each) => each.lease(5, 1)))).flat();
    expect(leases).toHaveLength(1);
    expect(leases[0]!.location).toBe('here');
  });

  it('waits for agents: a long poll is answered as soon as there is work', async () => {
    const waiting = agent.leaseOne(20);
    await create();
    expect((await waiting).attempt).toBe(1);
  });

  it('goes to another agent once its lease has ended, and the first one is refused', async () => {
    await create();
    const first = await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET available_at = now() - interval '1 second' WHERE id = $1`, [first.runId]);
    await takeOverAllowed();
    const second = await new FakeAgent(agent['client']).leaseOne();
    expect(second).toMatchObject({ runId: first.runId, token: 2, attempt: 1 });
    expect(await agent.renew(first)).toBe(1);
    expect(await agent.report(passed(first))).toEqual(['stale']);
    expect(await agent.report(passed(second))).toEqual(['accepted']);
    expect((await ended(first.sessionId)).results).toHaveLength(1);
  });

  it('stays with its agent when only time has passed: a late report is accepted until the run is leased again', async () => {
    await create();
    const lease = await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET available_at = now() - interval '1 minute' WHERE id = $1`, [lease.runId]);
    expect(await agent.report(passed(lease))).toEqual(['accepted']);
  });

  it('can be handed back, and is then free at once', async () => {
    await create();
    const lease = await agent.leaseOne();
    expect(await agent.release(lease)).toBe(1);
    expect((await agent.leaseOne(1)).runId).toBe(lease.runId);
  });

  it('is kept by renewing', async () => {
    await create();
    const lease = await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET available_at = now() + interval '1 second' WHERE id = $1`, [lease.runId]);
    expect(await agent.renew(lease)).toBe(0);
    const [run] = await api.sql<{ left: number }>(
      `SELECT extract(epoch FROM available_at - now())::float8 AS left FROM check_runs WHERE id = $1`,
      [lease.runId],
    );
    expect(run!.left).toBeGreaterThan(25);
  });
});

describe('a report', () => {
  it('is stored once, however often it is sent', async () => {
    const checkId = await create();
    const lease = await agent.leaseOne();
    expect(await agent.report(passed(lease), passed(lease))).toEqual(['accepted', 'duplicate']);
    expect(await agent.report(passed(lease))).toEqual(['duplicate']);
    expect((await account.client.get<unknown[]>(`/v1/check-results/${checkId}`)).body).toHaveLength(1);
  });

  it('of an unknown run, or from another location or account, is stale and changes nothing', async () => {
    await create();
    const there = await locationWithAgent(api, account, 'there');
    const stranger = await locationWithAgent(api, await api.account(), 'here');
    const lease = await agent.leaseOne();
    expect(await agent.report(passed({ ...lease, runId: newId() }))).toEqual(['stale']);
    expect(await there.report(passed(lease))).toEqual(['stale']);
    expect(await stranger.report(passed(lease))).toEqual(['stale']);
    expect((await session(lease.sessionId)).status).toBe('STARTED');
  });

  it('that is not valid is refused as a whole, with the field named', async () => {
    await create();
    const lease = await agent.leaseOne();
    const results = [passed(lease), { ...passed(lease), responseTime: -1 }];
    const answer = await agent['client'].post<{ message: string }>('/agent/v1/results', {
      agentId: agent.agentId,
      results,
    });
    expect(answer.expect(400).body.message).toContain('"results[1].responseTime" must be milliseconds');
    expect((await session(lease.sessionId)).results).toHaveLength(0);
  });
});

describe('a failing run', () => {
  it('is tried again as its strategy says, with one FINAL at the end', async () => {
    const checkId = await create({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2 } });
    const first = await agent.leaseOne();
    const { sessionId, runId } = first;
    expect(await agent.report(failed(first))).toEqual(['accepted']);
    expect((await session(sessionId)).status).toBe('PROGRESS');
    for (const attempt of [2, 3]) {
      const lease = await agent.leaseOne();
      expect(lease).toMatchObject({ runId, attempt });
      expect(await agent.report(failed(lease))).toEqual(['accepted']);
    }
    const done = await ended(sessionId);
    expect(done.status).toBe('FAILED');
    expect(done.results.map(({ resultType }) => resultType)).toEqual(['ATTEMPT', 'ATTEMPT', 'FINAL']);
    const final = (await account.client.get<{ attempts: number }[]>(`/v1/check-results/${checkId}`)).body;
    expect(final).toMatchObject([{ attempts: 2, hasFailures: true }]);
  });

  it('may pass in the end', async () => {
    await create({ doubleCheck: true });
    const lease = await agent.leaseOne();
    await agent.report(failed(lease));
    await agent.report(passed(await agent.leaseOne()));
    expect((await ended(lease.sessionId)).status).toBe('PASSED');
  });

  it('is retried in another location that is served, where the strategy wants that', async () => {
    const there = await locationWithAgent(api, account, 'there');
    await there.lease();
    await create({ privateLocations: ['here', 'there'], doubleCheck: true });
    const [lease] = [...(await agent.lease(1, 2)), ...(await there.lease(1, 0))];
    const [first, second] = lease!.location === 'here' ? [agent, there] : [there, agent];
    await second.lease();
    expect(await first.report(failed(lease!))).toEqual(['accepted']);
    expect(await first.lease()).toHaveLength(0);
    const retry = await second.leaseOne(1);
    expect(retry).toMatchObject({ runId: lease!.runId, attempt: 2 });
    expect(retry.location).not.toBe(lease!.location);
    await second.report(failed(retry));
    expect((await ended(lease!.sessionId)).results).toHaveLength(2);
  });
});

describe('a run that nobody finishes', () => {
  it('ends with one aborted FINAL; the session is TIMED_OUT and the status of the check stays as it was', async () => {
    const checkId = await create();
    const lease = await agent.leaseOne();
    await agent.report(passed(lease));
    const again = (
      await account.client.post<{ sessions: { id: string }[] }>('/v1/check-sessions/trigger', {
        target: { checkId: [checkId] },
      })
    ).expect(201);
    const { id } = again.body.sessions[0]!;
    await takeOverAllowed();
    await api.sql(`UPDATE check_runs SET expires_at = now() - interval '1 second' WHERE session_id = $1`, [id]);
    const done = await ended(id);
    expect(done.status).toBe('TIMED_OUT');
    expect(done.results).toMatchObject([{ resultType: 'FINAL', aborted: true, hasErrors: true, hasFailures: false }]);
    expect((await account.client.get(`/v1/check-statuses/${checkId}`)).body).toMatchObject({
      hasFailures: false,
      hasErrors: false,
    });
    const { body } = await account.client.get<{ series: unknown }>(
      `/v1/analytics/url-monitors/${checkId}?metrics=availability`,
    );
    expect(body.series).toMatchObject([{ data: [{ availability: 100 }] }]);
  });

  it('ends too when too many agents have lost it', async () => {
    await create();
    const lease = await agent.leaseOne();
    await takeOverAllowed();
    await api.sql(
      `UPDATE check_runs SET token = 6, losses = 5, available_at = now() - interval '1 second' WHERE id = $1`,
      [lease.runId],
    );
    expect((await ended(lease.sessionId)).results).toMatchObject([{ aborted: true }]);
    expect(await agent.report(passed({ ...lease, token: 6 }))).toEqual(['duplicate']);
  });
});

describe('schedules', () => {
  it('never start a check that is still in progress', async () => {
    const checkId = await create();
    const first = await agent.leaseOne();
    await dueNow(checkId);
    await until(async () => (await nextRun(checkId)) > Date.now());
    expect(await agent.lease()).toHaveLength(0);
    await agent.report(passed(first));
    await ended(first.sessionId);
    await dueNow(checkId);
    expect((await agent.leaseOne()).sessionId).not.toBe(first.sessionId);
  });

  it('go round the locations, or take all at once', async () => {
    const there = await locationWithAgent(api, account, 'there');
    const checkId = await create({ privateLocations: ['here', 'there'] });
    const visited: string[] = [];
    for (const _ of [1, 2]) {
      const [lease] = await until(async () => {
        const leases = [...(await agent.lease()), ...(await there.lease())];
        return leases.length === 1 && (leases as [Lease]);
      });
      visited.push(lease.location);
      await (lease.location === 'here' ? agent : there).report(passed(lease));
      await ended(lease.sessionId);
      // Not after the last: its run would be in the way of the check below.
      if (visited.length < 2) await dueNow(checkId);
    }
    expect(visited.toSorted()).toEqual(['here', 'there']);

    const parallel = await create({ privateLocations: ['here', 'there'], runParallel: true, activated: false });
    await account.client.put(`/v1/checks/url/${parallel}`, { activated: true });
    const sessionOf = async (each: FakeAgent) =>
      (await each.lease(10, 3)).find((lease) => lease.check.id === parallel)?.sessionId;
    const [a, b] = await Promise.all([sessionOf(agent), sessionOf(there)]);
    expect(a).toBeDefined();
    expect(a).toBe(b);
  });

  it('move along the grid of the domain: no drift and no burst after a pause', async () => {
    const checkId = await create({ frequency: 1, frequencyOffset: 7 });
    await agent.report(passed(await agent.leaseOne()));
    await dueNow(checkId, '1 hour');
    const at = await until(async () => {
      const next = await nextRun(checkId);
      return next > Date.now() && next;
    });
    const [schedule] = await api.sql<{ period: number; phase: number }>(
      'SELECT period_ms::float8 AS period, phase_ms::float8 AS phase FROM check_schedules WHERE check_id = $1',
      [checkId],
    );
    expect((at - schedule!.phase) % schedule!.period).toBe(0);
    expect(at - Date.now()).toBeGreaterThan(25_000);
    expect(at - Date.now()).toBeLessThanOrEqual(90_000);
  });

  it('stop with a deleted check: open sessions are cancelled, late reports refused', async () => {
    const checkId = await create();
    const lease = await agent.leaseOne();
    (await account.client.del(`/v1/checks/${checkId}`)).expect(204);
    expect((await session(lease.sessionId)).status).toBe('CANCELLED');
    expect(await agent.report(passed(lease))).toEqual(['stale']);
    expect(await agent.lease()).toHaveLength(0);
  });
});

/** Take-overs wait for one lease time after an outage; tests do not. */
async function takeOverAllowed(): Promise<void> {
  await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
  await api.app.get(Outage).pulse();
}

const dueNow = (checkId: string, ago = '0 seconds') =>
  api.sql(`UPDATE check_schedules SET next_run_at = now() - $2::interval WHERE check_id = $1`, [checkId, ago]);

const nextRun = async (checkId: string) =>
  (
    await api.sql<{ at: Date }>('SELECT next_run_at AS at FROM check_schedules WHERE check_id = $1', [checkId])
  )[0]!.at.getTime();

async function until<T>(condition: () => Promise<T>): Promise<Exclude<T, false>> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const value = await condition();
    if (value !== false) return value as Exclude<T, false>;
  }
  throw new Error('it did not happen within 10 s');
}
