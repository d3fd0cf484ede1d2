import { Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { after, AlertWorld, endings, own, type Alert, type Ending } from './alert-world.js';
import { failed, locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

let api: TestApi;
let world: AlertWorld;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  world = await AlertWorld.make(api);
  ({ account, agent } = world);
});

describe('a check', () => {
  it('that fails and recovers is told about once each', async () => {
    const checkId = await world.check({ name: 'Mine' });
    const sessions: string[] = [];
    for (const outcome of ['pass', 'fail', 'fail', 'pass', 'pass'] as const) {
      const run = await world.lease(checkId);
      sessions.push(run.sessionId);
      await agent.report(endings[outcome](run));
    }
    expect(await world.alerts(checkId)).toEqual([
      {
        id: expect.any(String),
        name: 'Mine',
        checkId,
        alertType: 'ALERT_FAILURE',
        checkType: 'URL',
        runLocation: 'here',
        responseTime: 20,
        error: 'Expected STATUS_CODE to be less than 400, but it was 500',
        statusCode: null,
        created_at: expect.any(String),
        startedAt: expect.any(String),
      },
      expect.objectContaining({ alertType: 'ALERT_RECOVERY', error: null }),
    ]);
    const [linked] = await api.sql<{ session: string }>(
      `SELECT r.session_id AS session FROM check_alerts a JOIN check_results r ON r.account_id = a.account_id AND r.id = a.check_result_id
       WHERE a.account_id = $1 AND a.alert_type = 'ALERT_FAILURE'`,
      [account.id],
    );
    expect(linked!.session).toBe(sessions[1]);
    expect(await api.sql('SELECT FROM check_alert_states WHERE account_id = $1', [account.id])).toEqual([]);
    expect((await account.client.get<Alert[]>('/v1/check-alerts')).body).toHaveLength(2);
  });

  it('that degrades, fails and comes back is told about step by step', async () => {
    const checkId = await world.check();
    await world.runs(checkId, 'degrade', 'degrade', 'fail', 'degrade', 'pass');
    expect(await world.types(checkId)).toEqual([
      'ALERT_DEGRADED',
      'ALERT_DEGRADED_FAILURE',
      'ALERT_FAILURE_DEGRADED',
      'ALERT_DEGRADED_RECOVERY',
    ]);
  });

  it('that the platform fails, or nobody runs, is unknown: no alert and no recovery', async () => {
    const checkId = await world.check();
    await world.runs(checkId, 'error', 'fail', 'error');
    const [session] = await world.trigger(checkId);
    await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
    await api.app.get(Outage).pulse();
    await api.sql(`UPDATE check_runs SET expires_at = now() - interval '1 second' WHERE session_id = $1`, [session]);
    const path = `/v1/check-sessions/${session}/completion?maxWaitSeconds=15`;
    expect((await account.client.get(path)).expect(200).body).toMatchObject({ status: 'TIMED_OUT' });
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    await world.runs(checkId, 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });

  it('is judged by the last attempt only', async () => {
    const checkId = await world.check({ doubleCheck: true });
    const first = await world.lease(checkId);
    await agent.report(failed(first));
    await agent.report(passed(await agent.leaseOne()));
    expect(await world.types(checkId)).toEqual([]);
  });

  it('that is muted is never told about', async () => {
    const checkId = await world.check({ muted: true });
    await world.runs(checkId, 'fail', 'pass', 'fail');
    expect(await world.types(checkId)).toEqual([]);
    (await account.client.put(`/v1/checks/url/${checkId}`, { muted: false })).expect(200);
    await world.runs(checkId, 'fail', 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY']);
  });

  it('takes its alerts along when it is deleted', async () => {
    const checkId = await world.check();
    await world.runs(checkId, 'fail');
    (await account.client.del(`/v1/checks/${checkId}`)).expect(204);
    (await account.client.get(`/v1/check-alerts/${checkId}`)).expect(404);
    expect((await account.client.get<Alert[]>('/v1/check-alerts')).body).toEqual([]);
  });
});

describe('thresholds', () => {
  it('are those of the check', async () => {
    const checkId = await world.check(after(3));
    await world.runs(checkId, 'fail', 'fail', 'pass', 'fail', 'fail');
    expect(await world.types(checkId)).toEqual([]);
    await world.runs(checkId, 'fail', 'fail', 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY']);
  });

  it('are those of the account where the check says so', async () => {
    await api.sql('UPDATE accounts SET alert_settings = $2 WHERE account_id = $1', [
      account.id,
      JSON.stringify(after(2).alertSettings),
    ]);
    const checkId = await world.check({ ...after(3), useGlobalAlertSettings: true });
    await world.runs(checkId, 'fail');
    expect(await world.types(checkId)).toEqual([]);
    await world.runs(checkId, 'fail');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN']);
  });

  it('of time count from the first failing run', async () => {
    const minutes = { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 5 } };
    const checkId = await world.check(own(minutes));
    await world.runs(checkId, 'fail', 'fail');
    expect(await world.types(checkId)).toEqual([]);
    await api.sql(`UPDATE check_alert_states SET since = since - interval '5 minutes' WHERE check_id = $1`, [checkId]);
    await world.runs(checkId, 'fail');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN']);
  });
});

describe('a check that runs in several locations at once', () => {
  let there: FakeAgent;

  beforeEach(async () => {
    there = await locationWithAgent(api, account, 'there');
  });

  async function everywhere(values: object = {}): Promise<string> {
    const both = { privateLocations: ['here', 'there'], runParallel: true, doubleCheck: false, frequency: 1440 };
    const body = urlCheckBody({ ...both, ...values });
    const { id } = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
    await agent.report(passed(await agent.leaseOne()));
    await there.report(passed(await there.leaseOne()));
    return id;
  }
  async function run(checkId: string, here: Ending, other: Ending) {
    await agent.report(endings[here](await world.lease(checkId)));
    await there.report(endings[other](await there.leaseOne()));
  }

  it('is told about once, however many locations fail, and recovers when none does', async () => {
    const checkId = await everywhere();
    await run(checkId, 'fail', 'fail');
    await run(checkId, 'pass', 'fail');
    await run(checkId, 'fail', 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    await run(checkId, 'pass', 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });

  it('fails at once, but degrades and recovers only when all have been heard', async () => {
    const checkId = await everywhere();
    await agent.report(failed(await world.lease(checkId)));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    await there.report(passed(await there.leaseOne()));
    await agent.report(passed(await world.lease(checkId)));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    await there.report(passed(await there.leaseOne(), { isDegraded: true }));
    const [, degraded] = await world.alerts(checkId);
    expect(degraded).toMatchObject({ alertType: 'ALERT_FAILURE_DEGRADED', runLocation: 'there' });
  });

  it('counts its runs, not its locations', async () => {
    const checkId = await everywhere(after(2));
    await run(checkId, 'fail', 'fail');
    expect(await world.types(checkId)).toEqual([]);
    await run(checkId, 'fail', 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN']);
  });

  it('may need a share of them to fail', async () => {
    const checkId = await everywhere(own({ parallelRunFailureThreshold: { enabled: true, percentage: 60 } }));
    await run(checkId, 'fail', 'pass');
    expect(await world.types(checkId)).toEqual([]);
    await run(checkId, 'fail', 'fail');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE_REMAIN']);
    expect((await world.alerts(checkId))[0]).toMatchObject({ runLocation: 'there' });
  });

  it('does not wait for ever for a location that nobody serves', async () => {
    const checkId = await everywhere();
    await run(checkId, 'fail', 'error');
    await run(checkId, 'pass', 'error');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });
});
