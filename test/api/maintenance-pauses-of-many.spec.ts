import { nextPause, type Recurrence } from '#domain';
import { Transaction } from '#persistence';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, type FakeAgent } from './fake-agent.js';
import { pausedChecks, times, TO_THE_END, until, WINDOWS } from './paused-checks.js';

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;
let check: Tools['check'];
let quietCheck: Tools['quietCheck'];
let change: Tools['change'];
let window: Tools['window'];
let pauseOf: Tools['pauseOf'];
let moved: Tools['moved'];

type Tools = ReturnType<typeof pausedChecks>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  ({ check, quietCheck, change, window, pauseOf, moved } = pausedChecks(api, account, agent));
});

describe('a group', () => {
  const groups = '/v2/check-groups';
  const group = async (values: object) =>
    (await account.client.post<{ id: number }>(groups, { name: 'Shop', ...values })).expect(201).body.id;

  it.each([
    ['a tag', { tags: ['web'] }],
    ['its exact name', { name: 'web' }],
  ])('stops its checks when a window names it by %s', async (_, by) => {
    const { endsAt } = await window(['web']);
    const id = await check({ groupId: await group(by) });
    expect(await moved(id, endsAt)).toEqual(TO_THE_END);
  });

  it('that changes stops its checks and lets them go on, and so does entering and leaving it', async () => {
    const groupId = await group({ tags: [] });
    const ids = [await quietCheck({ groupId }), await quietCheck({ groupId })];
    const alone = await quietCheck();
    const { endsAt } = await window(['web']);
    const put = async (tags: string[]) =>
      (await account.client.put(`${groups}/${groupId}`, { name: 'Shop', tags })).expect(200);
    expect(await Promise.all([...ids, alone].map(pauseOf))).toEqual([null, null, null]);
    await put(['web']);
    expect((await Promise.all(ids.map(pauseOf))).map((pause) => pause![1])).toEqual(ids.map(() => Date.parse(endsAt)));
    expect(await pauseOf(alone)).toBeNull();
    await change(alone, { groupId });
    expect((await pauseOf(alone))![1]).toBe(Date.parse(endsAt));
    await change(alone, { groupId: null });
    expect(await pauseOf(alone)).toBeNull();
    await put([]);
    expect(await Promise.all(ids.map(pauseOf))).toEqual([null, null]);
  });
});

/** 2,999 more checks like `one`, with the tags t0, t1 and t2. */
const copies = (one: string) =>
  api.sql(
    `WITH copies AS MATERIALIZED (
       SELECT gen_random_uuid() AS id, 'Check ' || n AS name, ARRAY['t' || n % 3] AS tags FROM generate_series(1, 2999) n
     ), added AS (
       INSERT INTO checks SELECT (jsonb_populate_record(c, to_jsonb(copies))).* FROM checks c, copies WHERE c.id = $1
     )
     INSERT INTO check_schedules SELECT (jsonb_populate_record(s, jsonb_build_object('check_id', copies.id))).*
     FROM check_schedules s, copies WHERE s.check_id = $1`,
    [one],
  );

it('one statement serves thousands of checks, each with the windows that name it', async () => {
  const one = await check({ activated: false });
  await copies(one);
  await window(['t0', 't1'], times(10, 20));
  await window(['t1', 'Check 3'], times(5, 10));
  const pauses = await api.sql(
    `SELECT c.tags[1] AS tag, c.name = 'Check 3' AS third, count(*)::int AS count,
       round(extract(epoch FROM s.pause_to - s.pause_from) / 3600)::int AS hours
     FROM check_schedules s JOIN checks c ON c.account_id = s.account_id AND c.id = s.check_id
     WHERE s.account_id = $1 GROUP BY 1, 2, 4 ORDER BY 1, 2`,
    [account.id],
  );
  expect(pauses).toEqual([
    { tag: 't0', third: false, count: 998, hours: 10 },
    { tag: 't0', third: true, count: 1, hours: 15 },
    { tag: 't1', third: false, count: 1_000, hours: 15 },
    { tag: 't2', third: false, count: 1_000, hours: null },
    { tag: null, third: false, count: 1, hours: null },
  ]);
});

describe('the end of a pause', () => {
  const endPauses = (of: TestAccount) =>
    api.sql(
      `UPDATE check_schedules SET pause_from = now() - interval '2 hours', pause_to = now() - interval '1 hour' WHERE account_id = $1`,
      [of.id],
    );

  it('of thousands of checks comes a thousand at a time', async () => {
    await copies(await check({ activated: false }));
    const rows = jest.spyOn(Transaction.prototype, 'rows');
    try {
      await endPauses(account);
      const over = `SELECT count(*)::int AS count FROM check_schedules WHERE account_id = $1 AND pause_to IS NOT NULL`;
      await until(async () => (await api.sql<{ count: number }>(over, [account.id]))[0]!.count === 0);
      const answers = await Promise.all(
        rows.mock.results.map(({ value }) => value as Promise<{ checks?: string[] }[]>),
      );
      const sizes = answers.flatMap(([row]) => row?.checks?.length ?? []).filter((size) => size > 0);
      expect(Math.max(...sizes)).toBe(1_000);
    } finally {
      rows.mockRestore();
    }
  });

  it('comes although it cannot in another account', async () => {
    const broken = await check({ activated: false });
    await endPauses(account);
    await until(async () => (await pauseOf(broken)) === null);
    await api.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refused BEFORE UPDATE ON check_schedules FOR EACH ROW
        WHEN (OLD.pause_to <= now() AND OLD.account_id = '${account.id}') EXECUTE FUNCTION refuse();`);
    await endPauses(account);
    const other = await api.account();
    const theirs = pausedChecks(api, other, await locationWithAgent(api, other, 'here'));
    const id = await theirs.check({ activated: false });
    await endPauses(other);
    await until(async () => (await theirs.pauseOf(id)) === null);
    expect(await pauseOf(broken)).not.toBeNull();
    await api.sql('DROP TRIGGER refused ON check_schedules');
    await until(async () => (await pauseOf(broken)) === null);
  });
});

it('whatever happens at the same time, every check ends with the pause that its windows make', async () => {
  const TAGS = ['a', 'b', 'c', 'd'];
  const some = (seed: number) => TAGS.filter((_, at) => (seed >> at) % 2 === 1);
  const far = (seed: number) => times(100 + 60 * seed, 130 + 60 * seed);
  const checks = await Promise.all(TAGS.map((tag) => check({ tags: [tag], activated: false })));
  const windows = await Promise.all([1, 2, 3].map((seed) => window(some(seed), far(seed))));
  await Promise.all([
    ...[4, 5, 6, 7, 8].map((seed) => window(some(seed * 3), far(seed))),
    ...[9, 10, 11, 12].map((seed) => check({ tags: some(seed), activated: false })),
    ...checks.map((id, at) => change(id, { tags: some(at + 5) })),
    ...windows.map(({ id, ...fields }, at) =>
      at === 0
        ? account.client.del(`${WINDOWS}/${id}`)
        : account.client.put(`${WINDOWS}/${id}`, { ...fields, tags: some(at + 9) }),
    ),
  ]);
  const stored = await api.sql<Recurrence & { tags: string[] }>(
    `SELECT tags, starts_at AS "startsAt", ends_at AS "endsAt", repeat_unit AS "repeatUnit", repeat_interval AS "repeatInterval",
       repeat_ends_at AS "repeatEndsAt" FROM maintenance_windows WHERE account_id = $1`,
    [account.id],
  );
  const rows = await api.sql<{ tags: string[]; from: Date | null; to: Date | null }>(
    `SELECT c.tags, s.pause_from AS from, s.pause_to AS to
     FROM check_schedules s JOIN checks c ON c.account_id = s.account_id AND c.id = s.check_id WHERE s.account_id = $1`,
    [account.id],
  );
  expect([stored.length, rows.length]).toEqual([7, 8]);
  for (const { tags, from, to } of rows) {
    const naming = stored.filter((one) => one.tags.some((tag) => tags.includes(tag)));
    expect(from && { from: from.getTime(), to: to!.getTime() }).toEqual(nextPause(naming, Date.now()));
  }
});
