import { startApi, urlCheckBody, type CursorListBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';

const PATH = '/v1/status-pages/services';

interface Service {
  id: string;
  accountId: string;
  name: string;
  created_at: string;
  updated_at: string | null;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (name = 'Checkout') => (await account.client.post<Service>(PATH, { name })).expect(200).body;
const list = async (query = '') =>
  (await account.client.get<CursorListBody<Service>>(`${PATH}?${query}`)).expect(200).body;

describe('a service', () => {
  it('is created (with 200), read, renamed and deleted', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(String),
      accountId: account.id,
      name: 'Checkout',
      created_at: expect.any(String),
      updated_at: null,
    });
    const path = `${PATH}/${created.id}`;
    expect((await account.client.get(path)).expect(200).body).toEqual(created);
    const renamed = (await account.client.put<Service>(path, { ...created, name: 'Basket' })).expect(200).body;
    expect(renamed).toEqual({ ...created, name: 'Basket', updated_at: expect.any(String) });
    expect((await account.client.get(path)).expect(200).body).toEqual(renamed);
    (await account.client.put(path, {})).expect(400);
    (await account.client.del(path)).expect(204);
    (await account.client.get(path)).expect(404);
    (await account.client.put(path, { name: 'Back' })).expect(404);
    (await account.client.del(path)).expect(404);
  });

  it('may be seen by all keys and changed by those that write', async () => {
    const { id } = await create();
    const [reader, runner] = [await account.clientOf('READ_ONLY'), await account.clientOf('READ_RUN')];
    (await reader.get(`${PATH}/${id}`)).expect(200);
    (await runner.post(PATH, { name: 'x' })).expect(403);
    (await runner.put(`${PATH}/${id}`, { name: 'x' })).expect(403);
    (await runner.del(`${PATH}/${id}`)).expect(403);
    (await (await account.clientOf('READ_WRITE')).del(`${PATH}/${id}`)).expect(204);
  });
});

describe('the list', () => {
  it('is empty at first, and then newest first, twenty at a time', async () => {
    expect(await list()).toEqual({ length: 0, entries: [], nextId: null });
    const made: Service[] = [];
    for (let n = 0; n < 21; n += 1) made.unshift(await create(`Service ${n}`));
    const first = await list();
    expect([first.length, first.entries]).toEqual([20, made.slice(0, 20)]);
    expect(await list(`nextId=${first.nextId}`)).toEqual({ length: 1, entries: made.slice(20), nextId: null });
    expect(await list('limit=21')).toEqual({ length: 21, entries: made, nextId: null });
  });

  it('is a bare array with paginated=false', async () => {
    const made: Service[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift(await create());
    expect((await account.client.get(`${PATH}?paginated=false&limit=1`)).expect(200).body).toEqual(made);
    expect(await list('paginated=true&limit=1')).toMatchObject({ length: 1, entries: [made[0]] });
  });

  it('misses and repeats none of many that were made in the same millisecond, also while others come and go', async () => {
    await api.sql(
      `INSERT INTO status_page_services (account_id, id, name, created_at)
       SELECT $1, gen_random_uuid(), 'Service ' || n, '2026-03-18T12:00:00.123Z' FROM generate_series(1, 25) n`,
      [account.id],
    );
    const seen: string[] = [];
    let nextId: string | null = null;
    do {
      const part: CursorListBody<Service> = await list(`limit=10${nextId === null ? '' : `&nextId=${nextId}`}`);
      seen.push(...part.entries.map(({ id }) => id));
      ({ nextId } = part);
      await create('Newer than the part');
      await api.sql('DELETE FROM status_page_services WHERE account_id = $1 AND id = $2', [account.id, seen.at(-1)]);
    } while (nextId !== null && seen.length < 100);
    expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
    expect(seen.slice(0, 10)).toEqual(seen.slice(0, 10).toSorted().toReversed());
  });

  it('refuses a nextId that it has not answered', async () => {
    for (const nextId of ['x', 'AAAA', 'A'.repeat(30), 'A'.repeat(101)]) {
      const { body } = (await account.client.get<ErrorBody>(`${PATH}?nextId=${nextId}`)).expect(400);
      expect(body.attributes.violations).toEqual([
        { field: 'nextId', message: '"nextId" must be one that this list has answered' },
      ]);
    }
  });

  it('is read by its index, however deep', async () => {
    await api.sql(
      `INSERT INTO status_page_services (account_id, id, name, created_at)
       SELECT $1, gen_random_uuid(), 'Service', now() - n * interval '1 minute' FROM generate_series(1, 5000) n`,
      [account.id],
    );
    await api.sql('ANALYZE status_page_services');
    const plan = await api.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM status_page_services WHERE account_id = '${account.id}'
         AND (created_at, id) < (now() - interval '2 days', '${account.id}') ORDER BY created_at DESC, id DESC LIMIT 21`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('status_page_services_created_idx');
    expect(text).not.toMatch(/Sort|Filter/);
  });
});

describe('checks that open incidents', () => {
  const trigger = (serviceId: string) => ({
    triggerIncident: {
      serviceId,
      severity: 'MAJOR',
      name: 'Down',
      description: 'It is down',
      notifySubscribers: false,
    },
  });

  const theirService = async () => {
    const { client } = await api.account();
    return (await client.post<Service>(PATH, { name: 'Theirs' })).expect(200).body.id;
  };

  it('name a service of the account, which cannot be deleted meanwhile', async () => {
    const [service, theirs] = [(await create()).id, await theirService()];
    (await account.client.post('/v1/checks/url', urlCheckBody(trigger(theirs)))).expect(400);
    const body = urlCheckBody(trigger(service));
    const check = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
    expect(check).toMatchObject(trigger(service));
    (await account.client.put(`/v1/checks/${check.id}`, trigger(theirs))).expect(400);
    const refused = (await account.client.del<ErrorBody>(`${PATH}/${service}`)).expect(409).body;
    expect(refused.message).toContain('triggerIncident');
    const other = (await create()).id;
    (await account.client.put(`/v1/checks/${check.id}`, trigger(other))).expect(200);
    (await account.client.del(`${PATH}/${service}`)).expect(204);
    (await account.client.put(`/v1/checks/${check.id}`, { triggerIncident: null })).expect(200);
    (await account.client.del(`${PATH}/${other}`)).expect(204);
    expect((await account.client.get(`/v1/checks/${check.id}`)).body).toMatchObject({ triggerIncident: null });
  });
});
