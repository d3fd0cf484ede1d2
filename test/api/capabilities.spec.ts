import { randomUUID } from 'node:crypto';
import type { LeaseRequest } from '#agent-protocol';
import { CapacityQueries } from '../../apps/api/src/private-locations/capacity.queries.js';
import { apiCheckBody, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, type FakeAgent } from './fake-agent.js';
import { storeMany, storeResults } from './stored-results.js';

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
});

const WHERE = { privateLocations: ['here'], frequency: 1440 };
const FULL = { checkTypes: ['URL', 'API'], runtimes: ['2026.04'] } satisfies Partial<LeaseRequest>;
const UPTIME = { checkTypes: ['URL', 'API'], runtimes: [] } satisfies Partial<LeaseRequest>;

const create = async (values: object) =>
  (await account.client.post<{ id: string }>('/v1/checks/api', apiCheckBody({ ...WHERE, ...values }))).expect(201).body
    .id;

/** What both kinds of agents are offered once the check is queued: the one without runtimes asks first. */
async function takers(): Promise<string[]> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if ((await agent.ask(UPTIME)).leases.length > 0) return ['uptime'];
    if ((await agent.ask(FULL)).leases.length > 0) return ['full'];
  }
  return [];
}

describe('a run is leased to an agent that can do it:', () => {
  it('an API check without scripts needs no runtime', async () => {
    await create({});
    expect((await agent.ask({ ...UPTIME, waitSeconds: 10 })).leases).toHaveLength(1);
  });

  it.each([{ localSetupScript: 'x' }, { localTearDownScript: 'x' }])(
    '%j needs the runtime of the account',
    async (scripts) => {
      await create(scripts);
      expect(await takers()).toEqual(['full']);
    },
  );

  it('the runtime of the check comes before that of its group and of the account', async () => {
    const { id: groupId } = (
      await account.client.post<{ id: number }>('/v2/check-groups', { name: 'Group', runtimeId: '2025.04' })
    ).expect(201).body;
    await create({ groupId, localSetupScript: 'x' });
    await create({ runtimeId: '2024.09', groupId, localSetupScript: 'x' });
    const ofType = { checkTypes: ['API'], waitSeconds: 10 } satisfies Partial<LeaseRequest>;
    expect((await agent.ask({ ...ofType, runtimes: ['2024.09'] })).leases).toHaveLength(1);
    expect((await agent.ask({ ...ofType, runtimes: ['2025.04'] })).leases).toHaveLength(1);
    expect((await agent.ask({ ...FULL, runtimes: ['2026.04', '2024.09', '2025.04'] })).leases).toEqual([]);
  });

  it("a group's script counts for its members, and no more when it is gone", async () => {
    const group = { name: 'Group', localSetupScript: 'x' };
    const { id: groupId } = (await account.client.post<{ id: number }>('/v2/check-groups', group)).expect(201).body;
    const checkId = await create({ groupId });
    expect(await takers()).toEqual(['full']);
    (await account.client.put(`/v2/check-groups/${groupId}`, { name: 'Group', localSetupScript: null })).expect(200);
    await api.sql(`UPDATE check_schedules SET open_session_ids = '{}', next_run_at = now() WHERE check_id = $1`, [
      checkId,
    ]);
    expect((await agent.ask({ ...UPTIME, waitSeconds: 10 })).leases).toHaveLength(1);
  });

  it('an agent of a later release may offer what this API does not know', async () => {
    await create({});
    const later = { checkTypes: ['API', 'OF_TOMORROW'] as LeaseRequest['checkTypes'], runtimes: ['2030.01'] };
    expect((await agent.ask({ ...later, waitSeconds: 10 })).leases).toHaveLength(1);
  });

  it('a run that somebody asks for as well', async () => {
    const checkId = await create({ localSetupScript: 'x' });
    expect(await takers()).toEqual(['full']);
    (await account.client.post('/v1/check-sessions/trigger', { target: { checkId: [checkId] } })).expect(201);
    expect(await takers()).toEqual(['full']);
  });
});

interface Capacity {
  agents: number;
  slots: number;
  runsPerMinute: number;
  load: number;
  agentsNeeded: number | null;
  types: { checkType: string; runtimeId: string | null; agents: number; slots: number; meanDuration: number | null }[];
}

describe('the capacity of a location', () => {
  const locationId = async () =>
    (await account.client.get<{ id: string }[]>('/v1/private-locations')).expect(200).body[0]!.id;
  const capacityOf = (id: string, client = account.client) =>
    client.get<Capacity>(`/v1/private-locations/${id}/capacity`);
  const read = async () => (await capacityOf(await locationId())).expect(200).body;

  it('is nothing without agents and checks', async () => {
    expect(await read()).toMatchObject({ agents: 0, slots: 0, runsPerMinute: 0, load: 0, agentsNeeded: 0 });
  });

  it('tells slots, load and what can be run', async () => {
    await agent.ask({ checkTypes: ['URL', 'DNS'], capacity: 3, slots: 10 });
    const url = urlCheckBody({ privateLocations: ['here'], frequency: 0, frequencyOffset: 10 });
    const { id } = (await account.client.post<{ id: string }>('/v1/checks/url', url)).expect(201).body;
    await create({ localSetupScript: 'x' });
    const capacity = await read();
    expect(capacity).toMatchObject({ agents: 1, slots: 10, agentsNeeded: 2 });
    // Every ten seconds, and once a day; no run was seen yet: a second each.
    expect(capacity.runsPerMinute).toBeCloseTo(6 + 1 / 1_440, 6);
    expect(capacity.load).toBeCloseTo(capacity.runsPerMinute / 60, 6);
    const of = (checkType: string) =>
      capacity.types.filter((type) => type.checkType === checkType).map(({ runtimeId, slots }) => [runtimeId, slots]);
    expect(of('URL')).toEqual([[null, 10]]);
    expect(of('ICMP')).toEqual([[null, 0]]);
    expect(of('API')).toEqual([
      [null, 0],
      ['2026.04', 0],
    ]);

    await storeResults(api, account.id, id, [{ startedAt: new Date(), location: 'here', responseTime: 20_000 }]);
    await storeResults(api, account.id, id, [{ startedAt: new Date(), location: 'there', responseTime: 1 }]);
    const busy = await read();
    expect(busy.types.find(({ checkType }) => checkType === 'URL')).toMatchObject({ meanDuration: 20_000, load: 2 });
  });

  it('knows how long runs take in a quiet location beside a busy one', async () => {
    const [quiet, busy] = [new Date(Date.now() - 600_000), new Date(Date.now() - 300_000)];
    await storeResults(api, account.id, randomUUID(), [{ startedAt: quiet, location: 'here', responseTime: 5_000 }]);
    await storeMany(api, account.id, randomUUID(), busy, 10, 10_000);
    const of = async (type: string) => (await read()).types.find(({ checkType }) => checkType === type);
    (await account.client.post('/v1/checks/url', urlCheckBody(WHERE))).expect(201);
    expect(await of('URL')).toMatchObject({ meanDuration: 5_000 });
  });

  it('counts a check that goes round its locations once per round', async () => {
    await locationWithAgent(api, account, 'there');
    const locations = { privateLocations: ['here', 'there'], frequency: 1 };
    (await account.client.post('/v1/checks/url', urlCheckBody(locations))).expect(201);
    (await account.client.post('/v1/checks/url', urlCheckBody({ ...locations, runParallel: true }))).expect(201);
    expect((await read()).runsPerMinute).toBeCloseTo(1.5, 6);
  });

  it('is readable by everybody of the account, and by nobody else', async () => {
    const mine = await locationId();
    (await capacityOf(mine, await account.clientOf('READ_ONLY'))).expect(200);
    (await capacityOf(mine, (await api.account()).client)).expect(404);
    (await capacityOf(randomUUID())).expect(404);
    (await capacityOf('nonsense')).expect(404);
  });

  it('costs the same statements however much there is', async () => {
    const statements = async () => {
      const before = counted;
      await read();
      return counted - before;
    };
    const few = await statements();
    for (let number = 0; number < 5; number += 1) {
      await agent.ask({ agentId: randomUUID() });
      (await account.client.post('/v1/checks/url', urlCheckBody({ privateLocations: ['here'] }))).expect(201);
    }
    expect(few).toBeGreaterThan(0);
    expect(await statements()).toBe(few);
  });

  /** Statements about locations so far: those of the background do not count. */
  let counted = 0;
  beforeAll(() => {
    const { pool } = api.database;
    const { query } = pool;
    pool.query = ((...args: Parameters<typeof query>) => {
      const [statement] = args as unknown as [{ name?: string }];
      if (statement.name?.startsWith('private_location')) counted += 1;
      return query.apply(pool, args);
    }) as typeof query;
  });
});

describe('writing what does not fit', () => {
  const warning = (answer: { headers: Headers }) => answer.headers.get('warning');

  it('warns of what no agent can run, and answers as ever', async () => {
    const answer = (await account.client.post<{ name: string }>('/v1/checks/url', urlCheckBody(WHERE))).expect(201);
    expect(warning(answer)).toBe('199 pharos "No agent at work in the location here can run URL checks"');
    await agent.ask(UPTIME);
    expect(warning((await account.client.post('/v1/checks/url', urlCheckBody(WHERE))).expect(201))).toBeNull();
    const scripted = await account.client.post('/v1/checks/api', apiCheckBody({ ...WHERE, localSetupScript: 'x' }));
    expect(warning(scripted.expect(201))).toContain('API checks with scripts of runtime 2026.04');
  });

  it('warns when the slots do not suffice, also on an update', async () => {
    await agent.ask({ ...UPTIME, capacity: 1, slots: 1 });
    await storeResults(api, account.id, randomUUID(), [
      { startedAt: new Date(), location: 'here', responseTime: 25_000 },
    ]);
    const { body } = (await account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody(WHERE))).expect(201);
    const update = (values: object) => account.client.put(`/v1/checks/url/${body.id}`, values);
    expect(warning((await update({ frequency: 10 })).expect(200))).toBeNull();
    const full = (await update({ frequency: 0, frequencyOffset: 10 })).expect(200);
    expect(warning(full)).toBe(
      '199 pharos "The location here has no room for it: its checks use 2.5 of 1 slots, 4 agents are needed"',
    );
    expect(warning((await update({ activated: false })).expect(200))).toBeNull();
  });

  it('is written all the same when nobody can tell whether it fits', async () => {
    const queries = api.app.get(CapacityQueries, { strict: false });
    const broken = jest.spyOn(queries, 'needsOf').mockRejectedValue(new Error('no database'));
    try {
      const create = () => account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody(WHERE));
      const { id } = (await create()).expect(201).body;
      (await account.client.put(`/v1/checks/url/${id}`, { name: 'Other' })).expect(200);
      const group = (await account.client.post<{ id: number }>('/v2/check-groups', { name: 'G' })).expect(201).body;
      (await account.client.put(`/v2/check-groups/${group.id}`, { name: 'G' })).expect(200);
      expect(broken).toHaveBeenCalledTimes(3);
    } finally {
      broken.mockRestore();
    }
  });

  it('reads results once for many writes', async () => {
    const durations = jest.spyOn(api.app.get(CapacityQueries, { strict: false }), 'durations');
    const create = () => account.client.post('/v1/checks/url', urlCheckBody(WHERE));
    for (const answer of await Promise.all([create(), create(), create()])) answer.expect(201);
    expect(durations).toHaveBeenCalledTimes(1);
    durations.mockRestore();
  });

  it('warns of the members of a group', async () => {
    const { id: groupId } = (await account.client.post<{ id: number }>('/v2/check-groups', { name: 'G' })).expect(
      201,
    ).body;
    await create({ groupId });
    await agent.ask(UPTIME);
    const update = async (values: object) =>
      warning((await account.client.put(`/v2/check-groups/${groupId}`, { name: 'G', ...values })).expect(200));
    expect(await update({})).toBeNull();
    expect(await update({ localSetupScript: 'x' })).toContain('scripts of runtime 2026.04');
  });
});
