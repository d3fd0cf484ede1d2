import { DEFAULT_ALERT_SETTINGS } from '#domain';
import { Transaction } from '#persistence';
import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { after, AlertWorld } from './alert-world.js';
import { failed, FakeAgent, locationWithAgent } from './fake-agent.js';

const LINEAR = {
  type: 'LINEAR',
  baseBackoffSeconds: 0,
  maxRetries: 3,
  maxDurationSeconds: 600,
  sameRegion: true,
  onlyOn: [],
};

interface Schedule {
  active: boolean;
  runParallel: boolean;
  locations: string[];
  nextRunAt: Date;
}
interface CheckBody {
  id: string;
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
  await locationWithAgent(api, account, 'there');
});

const group = async (values: object = {}, version = 'v2') =>
  (await account.client.post<{ id: number }>(`/${version}/check-groups`, { name: 'Shop', ...values })).expect(201).body
    .id;
const changeGroup = (id: number, values: object) =>
  account.client.put(`/v2/check-groups/${id}`, { name: 'Shop', ...values }).then((answer) => answer.expect(200));
const check = async (values: { [field: string]: unknown } = {}) => {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
  return (await account.client.post<CheckBody>('/v1/checks/url', body)).expect(201).body;
};
const changeCheck = (id: string, values: object) =>
  account.client.put<CheckBody>(`/v1/checks/url/${id}`, values).then((answer) => answer.expect(200));
const schedule = async (checkId: string) =>
  (
    await api.sql<Schedule>(
      `SELECT active, run_parallel AS "runParallel", locations, next_run_at AS "nextRunAt"
       FROM check_schedules WHERE check_id = $1`,
      [checkId],
    )
  )[0]!;

describe('the schedule of a check in a group', () => {
  it('follows the group when it enters, when the group changes, and when it leaves', async () => {
    const id = await group({ privateLocations: ['there'], runParallel: true });
    const { id: checkId } = await check();
    expect(await schedule(checkId)).toMatchObject({ active: true, runParallel: false, locations: ['here'] });
    await changeCheck(checkId, { groupId: id });
    expect(await schedule(checkId)).toMatchObject({ active: true, runParallel: true, locations: ['there'] });
    await changeGroup(id, { activated: false, privateLocations: [], runParallel: null });
    expect(await schedule(checkId)).toMatchObject({ active: false, runParallel: false, locations: ['here'] });
    await changeGroup(id, { activated: true });
    expect(await schedule(checkId)).toMatchObject({ active: true });
    await changeGroup(id, { activated: false });
    await changeCheck(checkId, { groupId: null });
    expect(await schedule(checkId)).toMatchObject({ active: true });
  });

  it('follows from one group to another', async () => {
    const [stopped, running] = [await group({ activated: false }), await group({ privateLocations: ['there'] })];
    const { id } = await check({ groupId: stopped });
    expect((await schedule(id)).active).toBe(false);
    await changeCheck(id, { groupId: running });
    expect(await schedule(id)).toMatchObject({ active: true, locations: ['there'] });
  });

  it('keeps its next run while nothing about it changes', async () => {
    const id = await group();
    const { id: checkId } = await check({ groupId: id });
    await api.sql(`UPDATE check_schedules SET next_run_at = now() + interval '1 hour' WHERE check_id = $1`, [checkId]);
    const before = await schedule(checkId);
    await changeGroup(id, { tags: ['x'], muted: true });
    expect(await schedule(checkId)).toEqual(before);
    await changeGroup(id, { privateLocations: ['there'] });
    expect(await schedule(checkId)).toEqual({ ...before, locations: ['there'] });
  });

  it('is stopped by a group of v1 as well, whose flags override', async () => {
    const id = await group({}, 'v1');
    const { id: checkId } = await check({ groupId: id, runParallel: true });
    expect((await schedule(checkId)).runParallel).toBe(false);
  });

  it('belongs to the group of its own account only', async () => {
    const other = await api.account();
    await locationWithAgent(api, other, 'here');
    const id = await group();
    const body = urlCheckBody({ privateLocations: ['here'], frequency: 1440 });
    const { id: theirs } = (await other.client.post<CheckBody>('/v1/checks/url', body)).expect(201).body;
    await changeGroup(id, { activated: false });
    expect((await schedule(theirs)).active).toBe(true);
  });

  it('follows for a thousand members in as many statements as for one', async () => {
    const [few, many] = [await group(), await group()];
    const { id } = await check({ groupId: few });
    await check({ groupId: many, frequency: 1440 });
    await api.sql(
      `WITH copies AS (
         INSERT INTO checks SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
         FROM checks c, generate_series(1, 999) WHERE c.group_id = $1 RETURNING account_id, id)
       INSERT INTO check_schedules (account_id, check_id, active, period_ms, phase_ms, run_parallel, locations, next_run_at)
       SELECT account_id, id, true, 86400000, 1, false, '{here}', now() + interval '1 day' FROM copies`,
      [many],
    );
    const rows = jest.spyOn(Transaction.prototype, 'rows');
    // What runs in the background is prepared.
    const statements = () => rows.mock.calls.filter(([statement]) => typeof statement === 'string').length;
    await changeGroup(few, { activated: false });
    const forOne = statements();
    expect(forOne).toBeGreaterThan(0);
    await changeGroup(many, { activated: false });
    expect(statements() - forOne).toBe(forOne);
    rows.mockRestore();
    expect((await schedule(id)).active).toBe(false);
    const [active] = await api.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM check_schedules s JOIN checks c ON c.id = s.check_id WHERE c.group_id = $1 AND s.active`,
      [many],
    );
    expect(active!.count).toBe(0);
  });

  it('is that of what is stored in the end, whoever of check and group is changed first', async () => {
    const id = await group();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await check({ groupId: id })).id));
    const entering = (await check()).id;
    for (let round = 0; round < 8; round += 1) {
      const activated = round % 2 === 0;
      await Promise.all([
        changeGroup(id, { activated, runParallel: activated ? null : true }),
        ...ids.map((each, index) => changeCheck(each, { groupId: (round + index) % 3 === 0 ? null : id })),
        changeCheck(entering, { groupId: round % 2 === 1 ? id : null }),
        changeCheck(ids[0]!, { runParallel: activated }),
      ]);
      const wrong = await api.sql(
        `SELECT c.id FROM checks c JOIN check_schedules s ON s.account_id = c.account_id AND s.check_id = c.id
         LEFT JOIN check_groups g ON g.account_id = c.account_id AND g.id = c.group_id
         WHERE c.account_id = $1 AND (s.active <> (c.activated AND coalesce(g.activated, true))
           OR s.run_parallel <> coalesce(g.run_parallel, c.run_parallel))`,
        [account.id],
      );
      expect(wrong).toEqual([]);
    }
  });

  it.each([{ name: 'In maintenance' }, { tags: ['maintained'] }])(
    'pauses when a window names its group: %j',
    async (named) => {
      const now = Date.now();
      const window = { name: 'Now', tags: ['In maintenance', 'maintained'], repeatUnit: 'DAY', repeatInterval: null };
      const times = { startsAt: new Date(now - 60_000).toISOString(), endsAt: new Date(now + 3_600_000).toISOString() };
      (await account.client.post('/v1/maintenance-windows', { ...window, ...times })).expect(201);
      const paused = async (id: string) =>
        (
          await api.sql<{ paused: boolean }>(
            'SELECT pause_to IS NOT NULL AS paused FROM check_schedules WHERE check_id = $1',
            [id],
          )
        )[0]!.paused;
      const id = await group();
      const { id: checkId } = await check({ groupId: id });
      expect(await paused(checkId)).toBe(false);
      await changeGroup(id, named);
      expect(await paused(checkId)).toBe(true);
      await changeCheck(checkId, { groupId: null });
      expect(await paused(checkId)).toBe(false);
      await changeCheck(checkId, { groupId: id });
      expect(await paused(checkId)).toBe(true);
    },
  );

  it('goes with its check, also while the group changes', async () => {
    const id = await group();
    for (let round = 0; round < 4; round += 1) {
      const members = await Promise.all(Array.from({ length: 4 }, () => check({ groupId: id })));
      await Promise.all([
        changeGroup(id, { activated: round % 2 === 0 }),
        ...members.map((member) => account.client.del(`/v1/checks/${member.id}`).then((answer) => answer.expect(204))),
      ]);
    }
    (await account.client.del(`/v1/check-groups/${id}`)).expect(204);
  });
});

describe('retries of a check in a group', () => {
  const attemptsOf = async (values: object, ofGroup: object, version = 'v2') => {
    const id = await group(ofGroup, version);
    await check({ groupId: id, ...values });
    for (let attempt = 1; ; attempt += 1) {
      const [lease] = await agent.lease(1, attempt === 1 ? 10 : 0);
      if (!lease) return attempt - 1;
      expect(await agent.report(failed(lease))).toEqual(['accepted']);
    }
  };

  it.each([
    ['are its own where the group leaves them to it', { retryStrategy: LINEAR }, {}, 'v2', 4],
    ['are those of the group', {}, { retryStrategy: { ...LINEAR, maxRetries: 2 } }, 'v2', 3],
    ['are none where the group says so', { retryStrategy: LINEAR }, { retryStrategy: null }, 'v2', 1],
    ['are its own in a group of v1 that names no strategy', { retryStrategy: LINEAR }, {}, 'v1', 4],
    ["are the group's double check without a strategy of its own", {}, {}, 'v1', 2],
  ])('%s', async (_what, values, ofGroup, version, attempts) => {
    expect(await attemptsOf(values, ofGroup, version)).toBe(attempts);
  });

  it('go elsewhere among the locations of the group', async () => {
    const other = await locationWithAgent(api, account, 'elsewhere');
    const retryStrategy = { ...LINEAR, sameRegion: false };
    const id = await group({ privateLocations: ['elsewhere', 'here'], retryStrategy });
    await check({ groupId: id });
    await other.lease(1);
    const first = await agent.leaseOne();
    await agent.report(failed(first));
    expect(await other.leaseOne()).toMatchObject({ runId: first.runId, attempt: 2, location: 'elsewhere' });
  });
});

describe('alerts of a check in a group', () => {
  const inGroup = async (values: object) => {
    const world = await AlertWorld.make(api);
    const { id } = (
      await world.account.client.post<{ id: number }>('/v2/check-groups', { name: 'Shop', ...values })
    ).expect(201).body;
    return { world, checkId: await world.check({ groupId: id }) };
  };

  it('are none while the group is muted', async () => {
    const { world, checkId } = await inGroup({ muted: true });
    await world.runs(checkId, 'fail', 'pass');
    expect(await world.types(checkId)).toEqual([]);
  });

  it('wait for the threshold of the group', async () => {
    const { world, checkId } = await inGroup(after(2));
    await world.runs(checkId, 'fail');
    expect(await world.types(checkId)).toEqual([]);
    await world.runs(checkId, 'fail');
    expect(await world.types(checkId)).toHaveLength(1);
  });
});

describe('applyGroupSettings', () => {
  const SETTINGS = {
    activated: false,
    muted: true,
    tags: ['of-group', 'both'],
    locations: ['eu-west-1'],
    privateLocations: ['there'],
    runParallel: true,
    retryStrategy: LINEAR,
    useGlobalAlertSettings: false,
    alertSettings: DEFAULT_ALERT_SETTINGS,
    runtimeId: '2025.04',
  };

  it('shows checks as their group makes them, one by one and in the list', async () => {
    const id = await group(SETTINGS);
    const member = await check({ groupId: id, tags: ['own', 'both'] });
    const single = await check({ name: 'Single' });
    const { tags: _, ...settings } = SETTINGS;
    const effective = { ...member, ...settings, tags: ['own', 'both', 'of-group'] };
    const one = (await account.client.get(`/v1/checks/${member.id}?applyGroupSettings=true`)).expect(200).body;
    expect(one).toEqual(effective);
    expect((await account.client.get(`/v1/checks/${single.id}?applyGroupSettings=true`)).expect(200).body).toEqual(
      single,
    );
    const all = (await account.client.get('/v1/checks?applyGroupSettings=true')).expect(200);
    expect([all.body, all.headers.get('content-range')]).toEqual([[single, effective], '0-1/2']);
    for (const query of ['search=Single', 'tag=of-group'])
      expect((await account.client.get<unknown[]>(`/v1/checks?applyGroupSettings=true&${query}`)).body).toHaveLength(1);
  });

  it('is off unless it is asked for', async () => {
    const id = await group(SETTINGS);
    const member = await check({ groupId: id });
    for (const query of ['', '?applyGroupSettings=false']) {
      expect((await account.client.get(`/v1/checks/${member.id}${query}`)).expect(200).body).toEqual(member);
      expect((await account.client.get(`/v1/checks${query}`)).expect(200).body).toEqual([member]);
    }
    expect((await account.client.get('/v1/checks?tag=of-group')).expect(200).body).toEqual([]);
    expect((await account.client.get(`/v1/check-groups/${id}/checks`)).expect(200).body).toEqual([member]);
  });
});

it('the tags of a group find its checks to run', async () => {
  const member = await check({ groupId: await group({ tags: ['shop'] }), tags: ['eu'] });
  await check({ tags: ['eu'] });
  const target = { target: { matchTags: [['shop', 'eu']] } };
  const { body } = (
    await account.client.post<{ sessions: { checkId: string }[] }>('/v1/check-sessions/trigger', target)
  ).expect(201);
  expect(body.sessions.map(({ checkId }) => checkId)).toEqual([member.id]);
});
