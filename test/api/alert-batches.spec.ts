import type { Lease } from '#agent-protocol';
import { newId, Transaction } from '#persistence';
import { startApi, type TestApi } from '#testing';
import { recordOutcomes, type CheckOutcome } from '../../apps/api/src/check-alerts/index.js';
import { AlertWorld, endings, type Alert } from './alert-world.js';
import { failed, passed, type FakeAgent } from './fake-agent.js';
import { storeCheck } from './stored-results.js';

let api: TestApi;
let world: AlertWorld;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  world = await AlertWorld.make(api);
  ({ agent } = world);
});

describe('reports', () => {
  it('that come again lead to no second alert', async () => {
    const checkId = await world.check();
    const run = await world.lease(checkId);
    expect(await agent.report(failed(run), failed(run))).toEqual(['accepted', 'duplicate']);
    expect(await agent.report(failed(run))).toEqual(['duplicate']);
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
  });

  it('of several runs in one batch are applied in the order of the runs', async () => {
    const checkId = await world.check();
    const leases = [
      await world.lease(checkId),
      await world.lease(checkId),
      await world.lease(checkId),
      await world.lease(checkId),
    ];
    const [a, b, c, d] = leases as [Lease, Lease, Lease, Lease];
    await agent.report(passed(d), failed(b), passed(a), failed(c));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });

  it('of runs older than the newest one change nothing', async () => {
    const checkId = await world.check();
    const [old, newer] = [await world.lease(checkId), await world.lease(checkId)];
    await agent.report(passed(newer));
    await agent.report(failed(old));
    expect(await world.types(checkId)).toEqual([]);

    const [late, failing] = [await world.lease(checkId), await world.lease(checkId)];
    await agent.report(failed(failing));
    await agent.report(passed(late));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    await world.runs(checkId, 'pass');
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });

  it('are older also than a run that says nothing itself', async () => {
    const checkId = await world.check();
    const [old, newer] = [await world.lease(checkId), await world.lease(checkId)];
    await agent.report(failed(old), failed(newer, { hasFailures: false, hasErrors: true }));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
  });

  it('that arrive at the same time lead to one alert', async () => {
    const checkId = await world.check();
    const leases = [
      await world.lease(checkId),
      await world.lease(checkId),
      await world.lease(checkId),
      await world.lease(checkId),
    ];
    await Promise.all(leases.map((run) => agent.report(failed(run))));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE']);
    const again = [await world.lease(checkId), await world.lease(checkId), await world.lease(checkId)];
    await Promise.all(again.map((run) => agent.report(passed(run))));
    expect(await world.types(checkId)).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY']);
  });
});

describe('statements', () => {
  afterEach(() => jest.restoreAllMocks());

  async function counted(work: () => Promise<unknown>): Promise<string[]> {
    const rows = jest.spyOn(Transaction.prototype, 'rows');
    await work();
    const names = rows.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.name));
    rows.mockRestore();
    return names.filter((name) => name.startsWith('check_alerts_'));
  }

  it('are at most two for a batch, and one where nothing changes', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push(await world.check());
    const batch = async () => {
      await world.trigger(...ids);
      await world.trigger(...ids);
      return agent.lease(20, 5);
    };
    for (const [outcome, expected] of [
      ['pass', ['check_alerts_watched']],
      ['fail', ['check_alerts_watched', 'check_alerts_write']],
      ['fail', ['check_alerts_watched']],
      ['pass', ['check_alerts_watched', 'check_alerts_write']],
    ] as const) {
      const leases = await batch();
      expect(leases).toHaveLength(20);
      expect(await counted(() => agent.report(...leases.map(endings[outcome])))).toEqual(expected);
    }
    expect((await world.account.client.get<Alert[]>('/v1/check-alerts?limit=100')).body).toHaveLength(20);
  });

  it('are two for a thousand outcomes that need no run', async () => {
    const ids = await Promise.all(
      Array.from({ length: 200 }, () => storeCheck(api, world.account.id, { checkType: 'API' })),
    );
    const at = (minute: number) => new Date(Date.now() - 60_000 * (10 - minute));
    const outcome = (checkId: string, minute: number): CheckOutcome => ({
      accountId: world.account.id,
      checkId,
      condition: minute % 2 === 0 ? 'failing' : 'passing',
      sessionId: null,
      resultId: null,
      failing: 1,
      locations: 1,
      runLocation: '',
      responseTime: 0,
      statusCode: 503,
      error: 'nothing came',
      startedAt: at(minute),
    });
    const all = ids.flatMap((id) => [0, 1, 2, 3, 4].map((minute) => outcome(id, minute)));
    const unknown = outcome(newId(), 0);
    const work = () => api.database.transaction((transaction) => recordOutcomes(transaction, [...all, unknown]));
    expect(await counted(work)).toEqual(['check_alerts_watched', 'check_alerts_write']);
    expect(await world.alerts(ids[7]!)).toMatchObject([
      { alertType: 'ALERT_FAILURE', statusCode: '503', error: 'nothing came', checkType: 'API' },
      { alertType: 'ALERT_RECOVERY', statusCode: '503', error: null },
      { alertType: 'ALERT_FAILURE' },
      { alertType: 'ALERT_RECOVERY' },
      { alertType: 'ALERT_FAILURE' },
    ]);
    const [{ count }] = (await api.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM check_alerts WHERE account_id = $1',
      [world.account.id],
    )) as [{ count: number }];
    expect(count).toBe(1_000);
  });
});
