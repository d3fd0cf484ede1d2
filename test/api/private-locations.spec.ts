import { LocationKeys } from '../../apps/api/src/private-locations/index.js';
import { privateLocationBody, startApi, urlCheckBody, type ApiClient, type TestAccount, type TestApi } from '#testing';
import { randomUUID } from 'node:crypto';

interface Key {
  id: string;
  maskedKey: string;
  rawKey: string;
}
interface Location {
  id: string;
  name: string;
  slugName: string;
  keys: Key[];
  lastSeen: string | null;
  agentCount: number;
  runningAgents?: { version: string; count: number; agents: { id: string; lastSeenAt: string }[] }[];
}

const PATH = '/v1/private-locations';
let api: TestApi;
let account: TestAccount;
let client: ApiClient;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
  ({ client } = account);
});

const create = async (values: object = {}) =>
  (await client.post<Location>(PATH, privateLocationBody(values))).expect(201).body;
const addKey = async ({ id }: { id: string }) => (await client.post<Key>(`${PATH}/${id}/keys`)).expect(201).body;
const locationKeys = (of: TestApi = api) => of.app.get(LocationKeys, { strict: false });

async function seeAgent(location: Location, version: string, secondsAgo: number): Promise<string> {
  const id = randomUUID();
  await api.sql(
    `INSERT INTO private_location_agents (account_id, location_id, agent_id, version, check_types, capacity, last_seen_at)
     VALUES ($1, $2, $3, $4, '{URL}', 10, now() - $5 * interval '1 second')`,
    [account.id, location.id, id, version, secondsAgo],
  );
  return id;
}

describe('private locations', () => {
  it('creates with defaults and answers without agent fields', async () => {
    const { body } = (await client.post(PATH, { name: 'Office', slugName: 'office' })).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Office',
      slugName: 'office',
      icon: 'location',
      proxyUrl: null,
      keys: [],
      created_at: expect.any(String),
      updated_at: null,
    });
  });

  it('reads what was created, with agent fields', async () => {
    const created = await create({ icon: 'home', proxyUrl: 'http://proxy:3128' });
    const { body } = (await client.get(`${PATH}/${created.id}`)).expect(200);
    expect(body).toEqual({ ...created, lastSeen: null, agentCount: 0 });
  });

  it('lists all, newest first, as a bare array', async () => {
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push((await create()).id);
    const answer = (await client.get<Location[]>(PATH)).expect(200);
    expect(answer.body.map(({ id }) => id)).toEqual(made.toReversed());
  });

  it('updates all but the slug, and accepts what was read', async () => {
    const created = await create({ slugName: 'first', icon: 'home' });
    const read = (await client.get<Location>(`${PATH}/${created.id}`)).body;
    const change = { ...read, name: 'New name', proxyUrl: '{{PROXY}}', slugName: 'second' };
    const { body } = (await client.put(`${PATH}/${created.id}`, change)).expect(200);
    expect(body).toEqual({ ...created, name: 'New name', proxyUrl: '{{PROXY}}', updated_at: expect.any(String) });
    const again = (await client.put(`${PATH}/${created.id}`, { name: 'Other name' })).expect(200);
    expect(again.body).toMatchObject({ name: 'Other name', icon: 'home', proxyUrl: '{{PROXY}}', slugName: 'first' });
    (await client.put(`${PATH}/${created.id}`, { icon: 'home' })).expect(400);
  });

  it.each([
    { name: '' },
    { name: undefined },
    { name: 'x'.repeat(256) },
    { slugName: undefined },
    { slugName: '' },
    { slugName: 'x'.repeat(31) },
    { slugName: 'with space' },
    { slugName: 'under_score' },
    { slugName: 'eu-west-1' },
    { slugName: 'US-East-2' },
    { slugName: null },
    { icon: null },
    { proxyUrl: 'proxy' },
    { proxyUrl: 'ftp://proxy' },
    { proxyUrl: `http://${'x'.repeat(2_048)}` },
    { unknown: 1 },
  ])('refuses %j', async (values) => {
    const answer = (await client.post<{ attributes: object }>(PATH, privateLocationBody(values))).expect(400);
    const [field] = Object.keys(values);
    expect(answer.body.attributes).toMatchObject({ violations: [{ field }] });
  });

  it('refuses a slug twice in an account, not in two', async () => {
    await create({ slugName: 'office' });
    const answer = (await client.post<{ message: string }>(PATH, privateLocationBody({ slugName: 'office' }))).expect(
      409,
    );
    expect(answer.body.message).toContain('slugName');
    const other = await api.account();
    (await other.client.post(PATH, privateLocationBody({ slugName: 'office' }))).expect(201);
  });

  it('deletes', async () => {
    const { id } = await create();
    (await client.del(`${PATH}/${id}`)).expect(204);
    (await client.get(`${PATH}/${id}`)).expect(404);
    (await client.del(`${PATH}/${id}`)).expect(404);
    expect((await client.get(PATH)).body).toEqual([]);
  });

  it('is not deleted while checks run in it', async () => {
    const location = await create();
    const check = urlCheckBody({ activated: false, privateLocations: [location.slugName] });
    const { body } = (await client.post<{ id: string }>('/v1/checks/url', check)).expect(201);
    const answer = (await client.del<{ message: string }>(`${PATH}/${location.id}`)).expect(409);
    expect(answer.body.message).toContain('Checks');
    (await client.del(`/v1/checks/${body.id}`)).expect(204);
    (await client.del(`${PATH}/${location.id}`)).expect(204);
  });

  it.each(['nonsense', '123', '%00', randomUUID()])('answers 404 for the id %s', async (id) => {
    (await client.get(`${PATH}/${id}`)).expect(404);
    (await client.put(`${PATH}/${id}`, { name: 'x' })).expect(404);
    (await client.del(`${PATH}/${id}`)).expect(404);
    (await client.post(`${PATH}/${id}/keys`)).expect(404);
    (await client.del(`${PATH}/${id}/keys/${randomUUID()}`)).expect(404);
  });

  it('keeps accounts apart', async () => {
    const location = await create();
    const key = await addKey(location);
    const stranger = (await api.account()).client;
    expect((await stranger.get(PATH)).body).toEqual([]);
    (await stranger.get(`${PATH}/${location.id}`)).expect(404);
    (await stranger.put(`${PATH}/${location.id}`, { name: 'Mine' })).expect(404);
    (await stranger.del(`${PATH}/${location.id}`)).expect(404);
    (await stranger.post(`${PATH}/${location.id}/keys`)).expect(404);
    (await stranger.del(`${PATH}/${location.id}/keys/${key.id}`)).expect(404);
    expect((await client.get<Location>(`${PATH}/${location.id}`)).body).toMatchObject({
      name: location.name,
      keys: [{ id: key.id }],
    });
    expect(await locationKeys().verify(key.rawKey)).not.toBeNull();
  });

  it('lets everybody read and only ADMIN change', async () => {
    const location = await create();
    const key = await addKey(location);
    for (const role of ['READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const) {
      const weaker = await account.clientOf(role);
      (await weaker.get(PATH)).expect(200);
      (await weaker.get(`${PATH}/${location.id}`)).expect(200);
      (await weaker.post(PATH, privateLocationBody())).expect(403);
      (await weaker.put(`${PATH}/${location.id}`, { name: 'x' })).expect(403);
      (await weaker.del(`${PATH}/${location.id}`)).expect(403);
      (await weaker.post(`${PATH}/${location.id}/keys`)).expect(403);
      (await weaker.del(`${PATH}/${location.id}/keys/${key.id}`)).expect(403);
    }
  });

  it('shows the password of a proxy to ADMIN only', async () => {
    const { id } = await create({ proxyUrl: 'http://user:secret@proxy:3128' });
    expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({ proxyUrl: 'http://user:secret@proxy:3128' });
    const weaker = await account.clientOf('READ_WRITE');
    expect((await weaker.get(`${PATH}/${id}`)).body).toMatchObject({ proxyUrl: 'http://*****@proxy:3128' });
    expect((await weaker.get(PATH)).body).toMatchObject([{ proxyUrl: 'http://*****@proxy:3128' }]);
  });
});

describe('agents of private locations', () => {
  it('counts those seen within 10 minutes', async () => {
    const location = await create();
    await create();
    await seeAgent(location, '8.0.0', 660);
    const read = (await client.get<Location>(`${PATH}/${location.id}`)).body;
    expect(read.agentCount).toBe(0);
    expect(Date.now() - Date.parse(read.lastSeen!)).toBeGreaterThan(600_000);
    const [one, two, three] = [
      await seeAgent(location, '9.0.0', 590),
      await seeAgent(location, '10.0.0', 5),
      await seeAgent(location, '9.0.0', 60),
    ];
    const [empty, seen] = (await client.get<Location[]>(`${PATH}?versions=true`)).expect(200).body;
    expect(empty).toMatchObject({ agentCount: 0, lastSeen: null, runningAgents: [] });
    expect(seen!.agentCount).toBe(3);
    expect(Date.now() - Date.parse(seen!.lastSeen!)).toBeLessThan(60_000);
    expect(
      seen!.runningAgents!.map(({ version, count, agents }) => [version, count, agents.map(({ id }) => id)]),
    ).toEqual([
      ['10.0.0', 1, [two]],
      ['9.0.0', 2, [three, one]],
    ]);
    const [, withoutVersions] = (await client.get<Location[]>(PATH)).body;
    expect(withoutVersions).not.toHaveProperty('runningAgents');
    (await client.get(`${PATH}?versions=perhaps`)).expect(400);
  });

  it('remembers when an agent was seen that is forgotten', async () => {
    const { id } = await create();
    await api.sql(`UPDATE private_locations SET last_seen = '2026-01-01T00:00:00Z' WHERE id = $1`, [id]);
    expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({
      lastSeen: '2026-01-01T00:00:00.000Z',
      agentCount: 0,
    });
  });
});

describe('keys of private locations', () => {
  it('shows the raw key once', async () => {
    const location = await create();
    const { rawKey, ...shown } = await addKey(location);
    expect(rawKey).toMatch(/^pl_[0-9a-f]{32}$/);
    expect(shown.maskedKey).toBe(`...${rawKey.slice(-4)}`);
    expect((await client.get<Location>(`${PATH}/${location.id}`)).body.keys).toEqual([shown]);
    expect((await client.get<Location[]>(PATH)).body[0]!.keys).toEqual([shown]);
    expect((await client.put<Location>(`${PATH}/${location.id}`, { name: 'x' })).body.keys).toEqual([shown]);
    const stored = await api.sql<{ row: string }>(
      'SELECT k::text || h::text AS row FROM private_location_keys k, private_location_key_hashes h',
    );
    expect(stored.map(({ row }) => row).join()).not.toContain(rawKey.slice(3));
  });

  it('allows two', async () => {
    const location = await create();
    const first = await addKey(location);
    await addKey(location);
    const answer = (await client.post<{ message: string }>(`${PATH}/${location.id}/keys`)).expect(409);
    expect(answer.body.message).toContain('at most 2 keys');
    (await client.del(`${PATH}/${location.id}/keys/${first.id}`)).expect(204);
    await addKey(location);
  });

  it('allows two also to those who ask at the same time', async () => {
    const location = await create();
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(`${PATH}/${location.id}/keys`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await client.get<Location>(`${PATH}/${location.id}`)).body.keys).toHaveLength(2);
  });

  it('opens the location to agents', async () => {
    const location = await create();
    const { rawKey, id } = await addKey(location);
    const grant = { accountId: account.id, locationId: location.id, slugName: location.slugName, keyId: id };
    expect(await locationKeys().verify(rawKey)).toEqual(grant);
    expect(await locationKeys().verify(rawKey)).toEqual(grant);
    for (const wrong of ['', 'pl_', rawKey.toUpperCase(), `${rawKey}0`, `pl_${'0'.repeat(32)}`]) {
      expect(await locationKeys().verify(wrong)).toBeNull();
    }
  });

  it("is an agent's bearer token, and no other kind of key is", async () => {
    const { rawKey } = await addKey(await create());
    const lease = { agentId: randomUUID(), capacity: 1, checkTypes: ['URL'], waitSeconds: 0, version: '1.0.0' };
    (await api.anonymous.as(rawKey).post('/agent/v1/leases', lease)).expect(200);
    (await client.post('/agent/v1/leases', lease)).expect(401);
    (await api.anonymous.as(rawKey).get(PATH)).expect(401);
    expect((await client.get<Location[]>(PATH)).body[0]).toMatchObject({ agentCount: 1, lastSeen: expect.any(String) });
  });

  it('is deleted only under its own location', async () => {
    const [one, two] = [await create(), await create()];
    const key = await addKey(one);
    (await client.del(`${PATH}/${two.id}/keys/${key.id}`)).expect(404);
    (await client.del(`${PATH}/${one.id}/keys/nonsense`)).expect(404);
    (await client.del(`${PATH}/${one.id}/keys/${randomUUID()}`)).expect(404);
    expect(await locationKeys().verify(key.rawKey)).not.toBeNull();
  });
});

describe('keys of private locations in several replicas', () => {
  let replica: TestApi;
  beforeAll(async () => {
    replica = await startApi({ databaseUrl: api.databaseUrl });
  });
  afterAll(() => replica.close());

  /** Well below the seconds for which a verified key is believed. */
  const AT_ONCE_MS = 2_000;

  async function endsAtOnce(rawKey: string): Promise<void> {
    const end = Date.now() + AT_ONCE_MS;
    while (await locationKeys(replica).verify(rawKey)) {
      if (Date.now() > end) throw new Error('The key still opens the location');
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('ends agents at once when their key is deleted', async () => {
    const location = await create();
    const [gone, kept] = [await addKey(location), await addKey(location)];
    for (const { rawKey } of [gone, kept]) expect(await locationKeys(replica).verify(rawKey)).not.toBeNull();
    (await client.del(`${PATH}/${location.id}/keys/${gone.id}`)).expect(204);
    await endsAtOnce(gone.rawKey);
    expect(await locationKeys(replica).verify(kept.rawKey)).not.toBeNull();
  });

  it('ends agents at once when their location is deleted', async () => {
    const location = await create();
    const { rawKey } = await addKey(location);
    expect(await locationKeys(replica).verify(rawKey)).not.toBeNull();
    (await client.del(`${PATH}/${location.id}`)).expect(204);
    await endsAtOnce(rawKey);
  });
});
