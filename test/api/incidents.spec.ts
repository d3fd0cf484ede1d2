import {
  dashboardBody,
  incidentBody,
  startApi,
  type ApiClient,
  type ErrorBody,
  type TestAccount,
  type TestApi,
} from '#testing';
import { randomUUID } from 'node:crypto';

interface Update {
  id: string;
  status: string;
  description: string;
  incidentId: string;
  created_at: string;
  updated_at: string | null;
}
interface Incident {
  id: string;
  name: string;
  impact: string;
  dashboardId: number;
  startedAt: string | null;
  stoppedAt: string | null;
  incidentUpdates: Update[];
  created_at: string;
  updated_at: string | null;
}

const PATH = '/v1/incidents';
let api: TestApi;
let account: TestAccount;
let client: ApiClient;
let dashboardId: number;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  ({ client } = account);
  dashboardId = (await client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(201).body.id;
});

const create = async (values: object = {}) =>
  (await client.post<Incident>(PATH, incidentBody(dashboardId, values))).expect(200).body;
const read = async (id: string, query = '') => (await client.get<Incident>(`${PATH}/${id}${query}`)).expect(200).body;
const readAll = (id: string) => read(id, '?includeAllIncidentUpdates=true');
const addUpdate = async (id: string, values: object = {}) =>
  (
    await client.post<Update>(`${PATH}/${id}/updates`, { status: 'MONITORING', description: 'We watch it', ...values })
  ).expect(201).body;
const stored = () => api.sql('SELECT id FROM incidents WHERE account_id = $1', [account.id]);

describe('an incident', () => {
  it('is made with its first update', async () => {
    const created = await create({ name: 'Log-in is slow', impact: 'MAJOR', startedAt: '2026-11-21T12:00:00Z' });
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Log-in is slow',
      impact: 'MAJOR',
      dashboardId,
      startedAt: '2026-11-21T12:00:00.000Z',
      stoppedAt: null,
      incidentUpdates: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          status: 'INVESTIGATING',
          description: 'We are looking into it',
          incidentId: created.id,
          created_at: expect.any(String),
          updated_at: null,
        },
      ],
      created_at: expect.any(String),
      updated_at: null,
    });
    expect(await read(created.id)).toEqual(created);
    expect(await readAll(created.id)).toEqual(created);
  });

  it('takes times as seconds, milliseconds and ISO 8601', async () => {
    const { startedAt, stoppedAt } = await create({ startedAt: 1_795_262_400, stoppedAt: 1_795_262_400_123 });
    expect([startedAt, stoppedAt]).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.123Z']);
  });

  it.each(['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'])('may be %s', async (status) => {
    const { incidentUpdates } = await create({ incidentUpdates: [{ status, description: 'x' }] });
    expect(incidentUpdates[0]!.status).toBe(status);
  });

  it('changes, stays on its dashboard, and can be sent back as it was read', async () => {
    const created = await create({ startedAt: '2026-11-21T12:00:00.000Z' });
    const other = (await client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(201).body;
    const put = async (body: object, query = '') =>
      (await client.put<Incident>(`${PATH}/${created.id}${query}`, body)).expect(200).body;
    const same = await put(await readAll(created.id));
    expect(same).toEqual({ ...created, updated_at: expect.any(String) });
    const change = { name: 'Over', impact: 'MAINTENANCE', stoppedAt: '2026-11-21T13:00:00.000Z' };
    const changed = await put({ ...change, dashboardId: other.id, incidentUpdates: [] }, '?probe=true');
    expect(changed).toEqual({ ...created, ...change, updated_at: expect.any(String) });
    expect(await read(created.id)).toEqual(changed);
    expect(await put({ name: 'Again', impact: 'MINOR', startedAt: null, stoppedAt: null })).toMatchObject({
      startedAt: null,
      stoppedAt: null,
    });
  });

  it('cannot stop before it starts', async () => {
    const [early, late] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
    (await client.post(PATH, incidentBody(dashboardId, { startedAt: late, stoppedAt: early }))).expect(400);
    const { id, name, impact } = await create({ startedAt: late });
    (await client.put(`${PATH}/${id}`, { name, impact, stoppedAt: early })).expect(400);
    expect((await read(id)).stoppedAt).toBeNull();
    (await client.put(`${PATH}/${id}`, { name, impact, stoppedAt: late })).expect(200);
  });

  it('is deleted with its updates', async () => {
    const { id } = await create();
    const update = await addUpdate(id);
    (await client.del(`${PATH}/${id}`)).expect(204);
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}?includeAllIncidentUpdates=true`])
      (await client.get(path)).expect(404);
    (await client.del(`${PATH}/${id}`)).expect(404);
    (await client.del(`${PATH}/${id}/updates/${update.id}`)).expect(404);
    expect(await api.sql('SELECT 1 FROM incident_updates WHERE account_id = $1', [account.id])).toEqual([]);
  });

  it.each([
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ impact: undefined }, 'impact'],
    [{ impact: null }, 'impact'],
    [{ impact: 'CRITICAL' }, 'impact'],
    [{ dashboardId: undefined }, 'dashboardId'],
    [{ dashboardId: 'abc' }, 'dashboardId'],
    [{ incidentUpdates: undefined }, 'incidentUpdates'],
    [{ incidentUpdates: [] }, 'incidentUpdates'],
    [
      { incidentUpdates: Array.from({ length: 2 }, () => ({ status: 'RESOLVED', description: 'x' })) },
      'incidentUpdates',
    ],
    [{ incidentUpdates: [{ status: 'OPEN', description: 'x' }] }, 'incidentUpdates[0].status'],
    [{ incidentUpdates: [{ status: 'RESOLVED' }] }, 'incidentUpdates[0].description'],
    [{ startedAt: 'soon' }, 'startedAt'],
    [{ unknown: 1 }, 'unknown'],
  ])('is refused with %j', async (values, field) => {
    const { body } = (await client.post<ErrorBody>(PATH, incidentBody(dashboardId, values))).expect(400);
    expect(body.attributes.violations).toMatchObject([{ field }]);
    expect(await stored()).toEqual([]);
  });

  it('is refused for a dashboard that the account does not have, the same for one of another account', async () => {
    const stranger = await api.account();
    const theirs = (await stranger.client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(201).body;
    for (const id of [theirs.id, 2_147_483_647]) {
      const { body } = (await client.post<ErrorBody>(PATH, incidentBody(id))).expect(404);
      expect(body.message).toBe('The account has no dashboard with this dashboardId.');
    }
    expect(await stored()).toEqual([]);
  });

  it.each(['nonsense', '1', '%00', randomUUID()])('answers 404 for the id %s', async (id) => {
    (await client.get(`${PATH}/${id}`)).expect(404);
    (await client.put(`${PATH}/${id}`, { name: 'x', impact: 'MINOR' })).expect(404);
    (await client.del(`${PATH}/${id}`)).expect(404);
    (await client.post(`${PATH}/${id}/updates`, { status: 'RESOLVED', description: 'x' })).expect(404);
    const { id: own } = await create();
    (await client.put(`${PATH}/${own}/updates/${id}`, { description: 'x' })).expect(404);
    (await client.del(`${PATH}/${own}/updates/${id}`)).expect(404);
    expect((await read(own)).updated_at).toBeNull();
  });

  it('is written by READ_WRITE and read by everybody', async () => {
    const created = await create();
    const [path, updates] = [`${PATH}/${created.id}`, `${PATH}/${created.id}/updates`];
    const update = { status: 'RESOLVED', description: 'x' };
    for (const role of ['READ_RUN', 'READ_ONLY'] as const) {
      const weaker = await account.clientOf(role);
      expect((await weaker.get(path)).expect(200).body).toEqual(created);
      (await weaker.post(PATH, incidentBody(dashboardId))).expect(403);
      (await weaker.put(path, { name: 'x', impact: 'MINOR' })).expect(403);
      (await weaker.del(path)).expect(403);
      (await weaker.post(updates, update)).expect(403);
      (await weaker.put(`${updates}/${created.incidentUpdates[0]!.id}`, { description: 'x' })).expect(403);
      (await weaker.del(`${updates}/${created.incidentUpdates[0]!.id}`)).expect(403);
    }
    const writer = await account.clientOf('READ_WRITE');
    (await writer.post(updates, update)).expect(201);
    (await writer.del(path)).expect(204);
  });
});

describe('updates of an incident', () => {
  it('are told newest first, the newest alone unless all are asked for', async () => {
    const { id, incidentUpdates: first } = await create();
    const second = await addUpdate(id, { status: 'IDENTIFIED' });
    expect(second).toEqual({
      id: expect.any(String),
      status: 'IDENTIFIED',
      description: 'We watch it',
      incidentId: id,
      created_at: expect.any(String),
      updated_at: null,
    });
    // Any status may follow any other.
    const third = await addUpdate(id, { status: 'RESOLVED' });
    const fourth = await addUpdate(id, { status: 'INVESTIGATING' });
    expect((await read(id)).incidentUpdates).toEqual([fourth]);
    expect((await read(id, '?includeAllIncidentUpdates=false')).incidentUpdates).toEqual([fourth]);
    expect(await readAll(id)).toMatchObject({
      incidentUpdates: [fourth, third, second, ...first],
      updated_at: fourth.created_at,
    });
  });

  it('change their text and nothing else', async () => {
    const { id, incidentUpdates } = await create();
    const [update] = incidentUpdates as [Update];
    const path = `${PATH}/${id}/updates/${update.id}`;
    const change = { ...update, status: 'RESOLVED', description: 'Found it' };
    const { body } = (await client.put<Update>(path, change)).expect(200);
    expect(body).toEqual({ ...update, description: 'Found it', updated_at: expect.any(String) });
    expect(await read(id)).toMatchObject({ incidentUpdates: [body], updated_at: body.updated_at });
    (await client.put(path, {})).expect(400);
    (await client.put(path, { description: null })).expect(400);
    (await client.put(path, { description: 'x', unknown: 1 })).expect(400);
  });

  it('are found only below their own incident', async () => {
    const [one, two] = [await create(), await create()];
    const foreign = `${PATH}/${one.id}/updates/${two.incidentUpdates[0]!.id}`;
    await addUpdate(two.id);
    (await client.put(foreign, { description: 'x' })).expect(404);
    (await client.del(foreign)).expect(404);
    expect((await readAll(two.id)).incidentUpdates).toHaveLength(2);
  });

  it('are deleted, but for the last one', async () => {
    const { id, incidentUpdates } = await create();
    const second = await addUpdate(id);
    const path = (update: Update) => `${PATH}/${id}/updates/${update.id}`;
    (await client.del(path(incidentUpdates[0]!))).expect(204);
    (await client.del(path(incidentUpdates[0]!))).expect(404);
    const { body } = (await client.del<ErrorBody>(path(second))).expect(409);
    expect(body.message).toContain('at least one update');
    expect((await readAll(id)).incidentUpdates).toEqual([second]);
  });

  it('keep the last one when all are deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, incidentUpdates } = await create();
      const all = [...incidentUpdates, await addUpdate(id), await addUpdate(id), await addUpdate(id)];
      const deleted = await Promise.all(all.map((update) => client.del(`${PATH}/${id}/updates/${update.id}`)));
      expect(deleted.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 409]);
      expect((await readAll(id)).incidentUpdates).toHaveLength(1);
    }
  });

  it('are all kept when many are added at the same time', async () => {
    const { id } = await create();
    const added = await Promise.all(Array.from({ length: 10 }, () => addUpdate(id)));
    const ids = (await readAll(id)).incidentUpdates.map((update) => update.id);
    expect(ids.toSorted()).toEqual(expect.arrayContaining(added.map((update) => update.id).toSorted()));
    expect(ids).toHaveLength(11);
  });
});
