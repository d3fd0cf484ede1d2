import { idFloor, Outage } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { GiveUpService } from '../../apps/api/src/ingestion/give-up.service.js';
import { IngestionService } from '../../apps/api/src/ingestion/index.js';
import { FakeAgent, locationWithAgent, passed } from './fake-agent.js';
import { until } from './paused-checks.js';
import { makeDays } from './stored-results.js';

const DAY_MS = 86_400_000;

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;
let checkId: string;

beforeAll(async () => {
  api = await startApi();
  await takeOverAllowed();
});
afterAll(() => api?.close());

beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440 });
  checkId = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
});

const dueNow = () => api.sql('UPDATE check_schedules SET next_run_at = now() WHERE check_id = $1', [checkId]);
const movedOn = async () =>
  (await api.sql('SELECT FROM check_schedules WHERE check_id = $1 AND next_run_at > now()', [checkId])).length === 1;
const trigger = async () => {
  const target = { target: { checkId: [checkId] } };
  const { body } = await account.client.post<{ sessions: { id: string }[] }>('/v1/check-sessions/trigger', target);
  return body.sessions[0]!.id;
};
const ended = async (id: string) =>
  (
    await account.client.get<{ status: string; results: { aborted: boolean }[] }>(
      `/v1/check-sessions/${id}/completion?maxWaitSeconds=20`,
    )
  ).expect(200).body;
/** How many sessions the schedule knows of. */
const open = async () =>
  (
    await api.sql<{ open: number }>(
      'SELECT cardinality(open_session_ids) AS open FROM check_schedules WHERE check_id = $1',
      [checkId],
    )
  )[0]!.open;

/** Take-overs and giving up wait for a while after an outage; tests do not. */
async function takeOverAllowed(): Promise<void> {
  await api.sql(`UPDATE service_pulse SET outage_ended_at = 'epoch'`);
  await api.app.get(Outage).pulse();
}

describe('a session of a service that was away for days', () => {
  it.each(['leased', 'queued'])('ends, its run %s, and the check goes on', async (state) => {
    await agent.report(passed(await agent.leaseOne()));
    const moment = Date.now() - 3 * DAY_MS;
    await makeDays(api, new Date(moment), new Date(moment));
    const id = idFloor(moment).replace('-0000-0000-', '-7000-8000-');
    // As SINGLE_RETRY with a huge back-off once left runs behind: waiting for years.
    const ids = [account.id, id, checkId];
    await api.sql(
      `INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, started_at)
       VALUES ($1, $2, $3, 'URL', 'A check', 'SCHEDULER', 'STARTED', '{here}', now() - interval '3 days')`,
      ids,
    );
    await api.sql(
      `INSERT INTO check_runs (account_id, id, session_id, check_id, check_type, location, state, token, available_at, expires_at)
       VALUES ($1, $2, $2, $3, 'URL', 'here', $4, 1, now() + interval '60 years', now() + interval '60 years')`,
      [...ids, state],
    );
    await api.sql(
      'UPDATE check_schedules SET open_session_ids = ARRAY[$2::uuid], next_run_at = now() WHERE check_id = $1',
      [checkId, id],
    );
    Object.assign(api.app.get(GiveUpService, { strict: false }), { forgottenAt: 0 });

    expect(await ended(id)).toMatchObject({ status: 'TIMED_OUT', results: [{ aborted: true }] });
    await dueNow();
    const lease = await agent.leaseOne();
    expect(lease.sessionId).not.toBe(id);
    await agent.report(passed(lease));
    expect(await open()).toBe(0);
  });
});

describe('a check that is triggered while it is in progress', () => {
  it.each([
    ['the first', 0],
    ['the second', 1],
  ])('is not started before both sessions have ended, %s first', async (_, first) => {
    const one = await agent.leaseOne();
    await trigger();
    const leases = [one, await agent.leaseOne()];
    expect(await open()).toBe(2);
    await agent.report(passed(leases[first]!));
    expect(await open()).toBe(1);
    await dueNow();
    await until(movedOn);
    expect(await agent.lease()).toEqual([]);
    await agent.report(passed(leases[1 - first]!));
    expect(await open()).toBe(0);
    await dueNow();
    expect((await agent.leaseOne()).sessionId).not.toBe(leases[1]!.sessionId);
  });

  it('is free again when one batch ends both', async () => {
    const one = await agent.leaseOne();
    await trigger();
    await agent.report(passed(one), passed(await agent.leaseOne()));
    expect(await open()).toBe(0);
  });

  it('is free again when both end at the same time', async () => {
    const leases = [await agent.leaseOne()];
    for (let more = 0; more < 5; more += 1) {
      await trigger();
      leases.push(await agent.leaseOne());
    }
    expect(await open()).toBe(6);
    await Promise.all(leases.map((lease) => agent.report(passed(lease))));
    expect(await open()).toBe(0);
  });
});

describe('a run that is handed back', () => {
  it('is not lost: it ends only after as many losses as any other', async () => {
    for (let times = 0; times < 6; times += 1) await agent.release(await agent.leaseOne());
    const lease = await agent.leaseOne();
    await api.sql(`UPDATE check_runs SET available_at = now() - interval '1 second' WHERE id = $1`, [lease.runId]);
    await api.app.get(IngestionService, { strict: false }).giveUp();
    const again = await agent.leaseOne();
    expect(again).toMatchObject({ runId: lease.runId, token: 8 });
    expect(await agent.report(passed(again))).toEqual(['accepted']);
    const losses = await api.sql('SELECT losses FROM check_runs WHERE id = $1', [lease.runId]);
    expect(losses).toEqual([{ losses: 1 }]);
  });

  it('again and again ends, although each time it could wait anew', async () => {
    const lease = await agent.leaseOne();
    await api.sql('UPDATE check_runs SET token = 101 WHERE id = $1', [lease.runId]);
    await agent.release({ ...lease, token: 101 });
    await api.app.get(IngestionService, { strict: false }).giveUp();
    expect((await ended(lease.sessionId)).status).toBe('TIMED_OUT');
  });
});
