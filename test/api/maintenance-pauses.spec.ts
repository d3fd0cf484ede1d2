import { firstRunFrom } from '#domain';
import { maintenanceWindowBody, startApi, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, passed, type FakeAgent } from './fake-agent.js';
import { firstAfter, HOUR, pausedChecks, times, TO_THE_END, until, WINDOWS } from './paused-checks.js';

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;
let check: Tools['check'];
let quietCheck: Tools['quietCheck'];
let change: Tools['change'];
let window: Tools['window'];
let schedule: Tools['schedule'];
let pauseOf: Tools['pauseOf'];
let dueNow: Tools['dueNow'];
let moved: Tools['moved'];
let runs: Tools['runs'];

type Tools = ReturnType<typeof pausedChecks>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  ({ check, quietCheck, change, window, schedule, pauseOf, dueNow, moved, runs } = pausedChecks(api, account, agent));
});

describe('inside a window', () => {
  it.each([
    ['a tag', { tags: ['other', 'web'] }],
    ['its exact name', { name: 'web' }],
  ])('a check that it names by %s is not run, and goes on with the first point of its grid after it', async (_, by) => {
    const { endsAt } = await window(['api', 'web']);
    const id = await check(by);
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
    expect(await agent.lease()).toEqual([]);
  });

  it.each([{ name: 'web site' }, { name: 'Web' }, { tags: ['we', 'web '] }, {}])('others are run: %j', async (by) => {
    await window(['web']);
    await window([]);
    const id = await check(by);
    expect((await agent.leaseOne()).check.id).toBe(id);
    expect(await pauseOf(id)).toBeNull();
  });

  it('checks of other accounts are run', async () => {
    const other = await api.account();
    (await other.client.post(WINDOWS, maintenanceWindowBody({ tags: ['web'], ...times(-60, 60) }))).expect(201);
    const id = await check({ tags: ['web'] });
    expect((await agent.leaseOne()).check.id).toBe(id);
  });

  it('triggered runs are executed', async () => {
    const { endsAt } = await window(['web']);
    const id = await check({ tags: ['web'] });
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
    const target = { checkId: [id] };
    (await account.client.post('/v1/check-sessions/trigger', { target })).expect(201);
    const lease = await agent.leaseOne();
    expect(lease.check.id).toBe(id);
    expect(await agent.report(passed(lease))).toEqual(['accepted']);
  });

  it('runs that were queued before are executed', async () => {
    const id = await check({ tags: ['web'] });
    await until(async () => (await runs(id)) === 1);
    await window(['web']);
    expect(await agent.report(passed(await agent.leaseOne()))).toEqual(['accepted']);
  });
});

describe('a window that changes', () => {
  it('stops checks that are due at this very moment, or has come too late for them', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => check({ tags: ['web'], activated: false })));
    const started = Promise.all(ids.map((id) => change(id, { activated: true })));
    const [{ endsAt }] = await Promise.all([window(['web']), started]);
    const end = Date.parse(endsAt);
    await api.sql('UPDATE check_schedules SET next_run_at = now() WHERE account_id = $1', [account.id]);
    await until(async () => (await Promise.all(ids.map(schedule))).every(({ next }) => next >= end));
    for (const id of ids) expect((await pauseOf(id))![1]).toBe(end);
  });

  it('lets checks go on at the next point of their grid when it is deleted', async () => {
    const { id: windowId, endsAt } = await window(['web']);
    const id = await check({ tags: ['web'] });
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
    const before = Date.now();
    (await account.client.del(`${WINDOWS}/${windowId}`)).expect(204);
    const now = await schedule(id);
    expect(now).toMatchObject({ from: null, to: null });
    const wanted = [before, Date.now()].map((at) => firstRunFrom(at, now.period, now.phase));
    expect(wanted).toContain(now.next);
  });

  it('lets them go on when it is shortened, moved away, or names them no more', async () => {
    const { id: windowId, endsAt, ...fields } = await window(['web']);
    const id = await check({ tags: ['web'] });
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
    const put = async (values: object) =>
      (await account.client.put(`${WINDOWS}/${windowId}`, { ...fields, endsAt, ...values })).expect(200);
    const nearer = times(-60, 30);
    await put(nearer);
    const now = await schedule(id);
    expect(now.next).toBe(firstAfter(now, nearer.endsAt));
    const longer = times(-60, 90);
    await put(longer);
    expect((await schedule(id)).next).toBe(now.next);
    await dueNow(id);
    expect(await moved(id, longer.endsAt)).toEqual(TO_THE_END);
    await put(times(600, 660));
    expect((await schedule(id)).next).toBeLessThanOrEqual(Date.now() + HOUR);
    await put(longer);
    await dueNow(id);
    expect(await moved(id, longer.endsAt)).toEqual(TO_THE_END);
    await put({ tags: [] });
    expect((await schedule(id)).next).toBeLessThanOrEqual(Date.now() + HOUR);
    expect(await pauseOf(id)).toBeNull();
  });

  it('leaves the next run alone where it has not moved it', async () => {
    const id = await quietCheck({ tags: ['web'] });
    const before = await schedule(id);
    const { id: windowId } = await window(['web']);
    (await account.client.del(`${WINDOWS}/${windowId}`)).expect(204);
    expect(await schedule(id)).toEqual(before);
  });
});

describe('a check that changes', () => {
  it('is stopped and goes on as its tags and name say', async () => {
    const { endsAt } = await window(['web']);
    const id = await quietCheck();
    for (const [named, unnamed] of [
      [{ tags: ['web'] }, { tags: [] }],
      [{ name: 'web' }, { name: 'Home page' }],
    ] as const) {
      await change(id, { ...named, name: 'name' in named ? named.name : 'Home page' });
      await dueNow(id);
      expect(await moved(id, endsAt)).toEqual(TO_THE_END);
      await change(id, { ...unnamed, name: 'Home page' });
      const now = await schedule(id);
      expect(now.from).toBeNull();
      expect(now.next).toBeLessThanOrEqual(Date.now() + HOUR);
    }
  });

  it('does not run when it is activated inside a window', async () => {
    const { endsAt } = await window(['web']);
    const id = await check({ tags: ['web'], activated: false });
    await change(id, { activated: true });
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
  });
});

describe('several windows', () => {
  it('that overlap or follow each other are one pause', async () => {
    const [first, second, third] = [times(-30, 10), times(5, 20), times(0, 40)];
    await window(['a'], first);
    await window(['b'], second);
    await window(['web'], { startsAt: second.endsAt, endsAt: third.endsAt });
    await window(['web'], times(100, 110));
    const id = await check({ tags: ['a', 'b'], name: 'web' });
    expect(await moved(id, third.endsAt)).toEqual(TO_THE_END);
  });

  it('are followed one after the other: once a pause is over, the next one counts', async () => {
    const id = await quietCheck({ tags: ['web'] });
    const { startsAt, endsAt } = await window(['web'], { ...times(10, 11), repeatInterval: 1 });
    expect(await pauseOf(id)).toEqual([startsAt, endsAt].map((time) => Date.parse(time)));
    // As if it were two days later, and the pause in between had been forgotten until now.
    await api.sql(
      `UPDATE maintenance_windows SET starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days'
       WHERE account_id = $1`,
      [account.id],
    );
    await api.sql(
      `UPDATE check_schedules SET pause_from = pause_from - interval '2 days', pause_to = pause_to - interval '2 days',
         next_run_at = now() - interval '1 day' WHERE check_id = $1`,
      [id],
    );
    const lease = await agent.leaseOne();
    expect(lease.check.id).toBe(id);
    await agent.report(passed(lease));
    expect(await pauseOf(id)).toEqual([startsAt, endsAt].map((time) => Date.parse(time)));
    // On its own grid, without catching up.
    const { next, period, phase } = await schedule(id);
    expect([(next - phase) % period, next > Date.now() + period / 3, next < Date.now() + 1.5 * period]).toEqual([
      0,
      true,
      true,
    ]);
  });

  it('never let a check run on a pause that is over while the next one has begun', async () => {
    const id = await quietCheck({ tags: ['web'] });
    const { endsAt } = await window(['web'], { ...times(-8, 8), repeatInterval: 1 });
    await api.sql(
      `UPDATE check_schedules SET pause_from = pause_from - interval '1 day', pause_to = pause_to - interval '1 day',
         next_run_at = now() WHERE check_id = $1`,
      [id],
    );
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
  });
});

it('a check runs on its own after a window, and not before', async () => {
  const end = Date.now() + 2_000;
  await window(['web'], { startsAt: new Date(end - 60_000), endsAt: new Date(end) });
  const id = await check({ tags: ['web'], frequency: 0, frequencyOffset: 10 });
  const lease = await agent.leaseOne(20);
  expect(lease.check.id).toBe(id);
  expect(Date.now()).toBeGreaterThanOrEqual(end);
  expect(await agent.lease()).toEqual([]);
  await until(async () => (await pauseOf(id)) === null);
}, 30_000);
