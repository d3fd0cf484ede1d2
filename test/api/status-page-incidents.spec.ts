import {
  startApi,
  statusPageIncidentBody,
  type CursorListBody,
  type ErrorBody,
  type TestAccount,
  type TestApi,
} from '#testing';
import { randomUUID } from 'node:crypto';

const PATH = '/v1/status-pages/incidents';

interface Update {
  id: string;
  description: string;
  status: string;
  publicIncidentUpdateDate: string;
  notifySubscribers: boolean;
  created_at: string;
}
interface Incident {
  id: string;
  name: string;
  severity: string;
  services: { id: string; name: string }[];
  incidentUpdates: Update[];
  lastUpdateStatus: string;
  duration: number | null;
  created_at: string;
  updated_at: string | null;
}

let api: TestApi;
let account: TestAccount;
let service: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  service = await newService();
});

const newService = async (of = account) =>
  (await of.client.post<{ id: string }>('/v1/status-pages/services', { name: 'Checkout' })).expect(200).body.id;
const create = async (values: object = {}, services = [service]) =>
  (await account.client.post<Incident>(PATH, statusPageIncidentBody(services, values))).expect(201).body;
const read = async ({ id }: { id: string }) => (await account.client.get<Incident>(`${PATH}/${id}`)).expect(200).body;
const updatesOf = ({ id }: { id: string }) => `${PATH}/${id}/incident-updates`;
const post = async (incident: { id: string }, values: object) =>
  (await account.client.post<Update>(updatesOf(incident), { description: 'More', ...values })).expect(200).body;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const MINUTE = 60_000;

describe('an incident', () => {
  it('is created with its first update, read and deleted', async () => {
    const created = await create({ name: 'Down', severity: 'CRITICAL' });
    expect(created).toEqual({
      id: expect.any(String),
      name: 'Down',
      severity: 'CRITICAL',
      services: [expect.objectContaining({ id: service, accountId: account.id, name: 'Checkout' })],
      incidentUpdates: [
        {
          id: expect.any(String),
          description: 'We look into it',
          status: 'INVESTIGATING',
          publicIncidentUpdateDate: created.created_at,
          notifySubscribers: false,
          created_at: created.created_at,
        },
      ],
      lastUpdateStatus: 'INVESTIGATING',
      duration: expect.any(Number),
      created_at: expect.any(String),
      updated_at: null,
    });
    expect(await read(created)).toEqual({ ...created, duration: expect.any(Number) });
    (await account.client.del(`${PATH}/${created.id}`)).expect(204);
    (await account.client.get(`${PATH}/${created.id}`)).expect(404);
    (await account.client.get(updatesOf(created))).expect(404);
    (await account.client.del(`${PATH}/${created.id}`)).expect(404);
  });

  it.each<[string, object]>([
    ['no update', { incidentUpdates: [] }],
    ['two updates', { incidentUpdates: [{ description: 'a' }, { description: 'b' }] }],
    ['no service', { services: [] }],
    ['a long name', { name: 'x'.repeat(256) }],
    ['another severity', { severity: 'HIGH' }],
    ['a property of its own', { more: 1 }],
    ['a status of its own', { incidentUpdates: [{ description: 'a', status: 'MAINTENANCE' }] }],
  ])('cannot be created with %s', async (_what, values) => {
    (await account.client.post(PATH, statusPageIncidentBody([service], values))).expect(400);
    expect(await api.sql('SELECT FROM status_page_incidents WHERE account_id = $1', [account.id])).toEqual([]);
  });

  it('names no service twice and none of another account, and the answer does not tell which it is', async () => {
    const theirs = await newService(await api.account());
    const refusal = async (services: string[], status = 404) =>
      (await account.client.post<ErrorBody>(PATH, statusPageIncidentBody(services))).expect(status).body.message;
    expect(await refusal([service, service], 400)).toContain('twice');
    expect(await refusal([theirs])).toBe('"services" names a service that the account does not have.');
    expect(await refusal([randomUUID()])).toBe(await refusal([theirs]));
    const own = await create();
    (await account.client.patch(`${PATH}/${own.id}`, { services: [{ id: theirs }] })).expect(404);
    expect((await read(own)).services).toEqual(own.services);
  });

  it('PUT needs all fields and accepts what was read; the updates stay', async () => {
    const created = await create();
    const other = await newService();
    const change = { ...created, name: 'Other', severity: 'MINOR', services: [{ id: other }, ...created.services] };
    const { body } = (await account.client.put<Incident>(`${PATH}/${created.id}`, change)).expect(200);
    expect(body).toMatchObject({ name: 'Other', severity: 'MINOR', incidentUpdates: created.incidentUpdates });
    expect(body.services.map(({ id }) => id)).toEqual([other, service]);
    expect(body.updated_at).not.toBeNull();
    expect(await read(created)).toEqual({ ...body, duration: expect.any(Number) });
    for (const field of ['name', 'severity', 'services'])
      (await account.client.put(`${PATH}/${created.id}`, { ...change, [field]: undefined })).expect(400);
  });

  it('PATCH changes what is sent', async () => {
    const created = await create();
    const { body } = (await account.client.patch<Incident>(`${PATH}/${created.id}`, { severity: 'CRITICAL' })).expect(
      200,
    );
    expect(body).toEqual({
      ...created,
      severity: 'CRITICAL',
      updated_at: expect.any(String),
      duration: expect.any(Number),
    });
    (await account.client.patch(`${PATH}/${created.id}`, { services: [] })).expect(400);
    (await account.client.patch(`${PATH}/${created.id}`, { name: null })).expect(400);
  });

  it('may be seen by all keys and changed by those that write', async () => {
    const created = await create();
    const [reader, runner] = [await account.clientOf('READ_ONLY'), await account.clientOf('READ_RUN')];
    (await reader.get(`${PATH}/${created.id}`)).expect(200);
    (await reader.get(updatesOf(created))).expect(200);
    (await runner.post(PATH, statusPageIncidentBody([service]))).expect(403);
    (await runner.patch(`${PATH}/${created.id}`, { name: 'x' })).expect(403);
    (await runner.post(updatesOf(created), { description: 'x' })).expect(403);
    (await (await account.clientOf('READ_WRITE')).del(`${PATH}/${created.id}`)).expect(204);
  });

  it('keeps its services: they cannot be deleted', async () => {
    const incident = await create();
    const { body } = (await account.client.del<ErrorBody>(`/v1/status-pages/services/${service}`)).expect(409);
    expect(body.message).toContain('Incidents name this service');
    (await account.client.del(`${PATH}/${incident.id}`)).expect(204);
    (await account.client.del(`/v1/status-pages/services/${service}`)).expect(204);
  });
});

describe('the updates of an incident', () => {
  it('are added (with 200), read, changed and deleted', async () => {
    const incident = await create();
    const [first] = incident.incidentUpdates;
    const added = await post(incident, { description: 'Found', status: 'IDENTIFIED', notifySubscribers: true });
    expect(added).toEqual({
      id: expect.any(String),
      description: 'Found',
      status: 'IDENTIFIED',
      publicIncidentUpdateDate: added.created_at,
      notifySubscribers: true,
      created_at: expect.any(String),
    });
    const path = `${updatesOf(incident)}/${added.id}`;
    expect((await account.client.get(path)).expect(200).body).toEqual(added);
    expect((await account.client.get(updatesOf(incident))).expect(200).body).toEqual([added, first]);
    expect(await read(incident)).toMatchObject({ lastUpdateStatus: 'IDENTIFIED', incidentUpdates: [added, first] });
    const change = { ...added, description: 'Really found' };
    expect((await account.client.put(path, change)).expect(200).body).toEqual(change);
    (await account.client.put(path, { status: 'RESOLVED' })).expect(400);
    (await account.client.del(path)).expect(204);
    (await account.client.del(path)).expect(404);
    (await account.client.get(path)).expect(404);
    (await account.client.put(path, { description: 'x' })).expect(404);
    expect(await read(incident)).toMatchObject({ lastUpdateStatus: 'INVESTIGATING', incidentUpdates: [first] });
  });

  it('belong to their incident', async () => {
    const [one, other] = [await create(), await create()];
    const path = `${updatesOf(other)}/${one.incidentUpdates[0]!.id}`;
    await post(other, {});
    (await account.client.get(path)).expect(404);
    (await account.client.put(path, { description: 'x' })).expect(404);
    (await account.client.del(path)).expect(404);
    expect((await read(one)).incidentUpdates).toEqual(one.incidentUpdates);
    (await account.client.post(updatesOf({ id: randomUUID() }), { description: 'x' })).expect(404);
  });

  it('take over the status that was, when they name none', async () => {
    const incident = await create({ incidentUpdates: [{ description: 'Something is wrong' }] });
    expect(incident.lastUpdateStatus).toBe('INVESTIGATING');
    await post(incident, { status: 'MONITORING' });
    expect((await post(incident, {})).status).toBe('MONITORING');
  });

  it('are the latest 100 by their public date', async () => {
    const incident = await create({ incidentUpdates: [{ description: 'First', publicIncidentUpdateDate: at(0) }] });
    await api.sql(
      `INSERT INTO status_page_incident_updates (account_id, id, incident_id, description, status, public_incident_update_date, notify_subscribers)
       SELECT $1, gen_random_uuid(), $2, n, 'MONITORING', $3::timestamptz + n * interval '1 minute', false FROM generate_series(1, 120) n`,
      [account.id, incident.id, at(0)],
    );
    const { body } = (await account.client.get<Update[]>(updatesOf(incident))).expect(200);
    expect(body.map(({ description }) => Number(description))).toEqual(Array.from({ length: 100 }, (_, n) => 120 - n));
    expect((await read(incident)).incidentUpdates).toEqual(body);
  });
});

describe('status and duration', () => {
  it('follow the public dates of the updates, whenever they were written', async () => {
    const incident = await create({
      incidentUpdates: [{ description: 'It began', status: 'INVESTIGATING', publicIncidentUpdateDate: at(10) }],
    });
    const state = async () => {
      const { lastUpdateStatus, duration } = await read(incident);
      return [lastUpdateStatus, duration! / MINUTE];
    };
    const open = (await read(incident)).duration!;
    expect(Math.abs(open - (Date.now() - Date.parse(at(10))))).toBeLessThan(MINUTE);
    const resolved = await post(incident, { status: 'RESOLVED', publicIncidentUpdateDate: at(40) });
    expect(await state()).toEqual(['RESOLVED', 30]);
    await post(incident, { status: 'RESOLVED', publicIncidentUpdateDate: at(50) });
    expect(await state()).toEqual(['RESOLVED', 30]);
    const earlier = await post(incident, { status: 'IDENTIFIED', publicIncidentUpdateDate: at(5) });
    expect(await state()).toEqual(['RESOLVED', 35]);
    const reopened = await post(incident, { status: 'MONITORING', publicIncidentUpdateDate: at(45) });
    expect(await state()).toEqual(['RESOLVED', 45]);
    await account.client.put(`${updatesOf(incident)}/${resolved.id}`, {
      description: 'Later than we thought',
      publicIncidentUpdateDate: at(48),
    });
    expect(await state()).toEqual(['RESOLVED', 43]);
    (await account.client.del(`${updatesOf(incident)}/${earlier.id}`)).expect(204);
    expect(await state()).toEqual(['RESOLVED', 38]);
    (await account.client.del(`${updatesOf(incident)}/${reopened.id}`)).expect(204);
    expect(await state()).toEqual(['RESOLVED', 38]);
  });

  it('has none while it only begins in the future', async () => {
    const tomorrow = new Date(Date.now() + 24 * 60 * MINUTE).toISOString();
    const incident = await create({ incidentUpdates: [{ description: 'Soon', publicIncidentUpdateDate: tomorrow }] });
    expect(incident.duration).toBeNull();
  });
});

describe('an incident is never without an update', () => {
  it('refuses to delete the only one', async () => {
    const incident = await create();
    const path = `${updatesOf(incident)}/${incident.incidentUpdates[0]!.id}`;
    const { body } = (await account.client.del<ErrorBody>(path)).expect(409);
    expect(body.message).toContain('keeps at least one update');
    expect(await read(incident)).toMatchObject({ incidentUpdates: incident.incidentUpdates, updated_at: null });
  });

  it('also when the last two are deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const incident = await create();
      const paths = [incident.incidentUpdates[0]!, await post(incident, { status: 'RESOLVED' })].map(
        ({ id }) => `${updatesOf(incident)}/${id}`,
      );
      const statuses = await Promise.all(paths.map(async (path) => (await account.client.del(path)).status));
      expect(statuses.toSorted()).toEqual([204, 409]);
      const left = await read(incident);
      expect(left.incidentUpdates).toHaveLength(1);
      expect(left.lastUpdateStatus).toBe(left.incidentUpdates[0]!.status);
    }
  });

  it('and its status is that of the latest when many are added at the same time', async () => {
    const incident = await create();
    const minutes = Array.from({ length: 20 }, (_, n) => n);
    const later = (minute: number) => new Date(Date.now() + minute * MINUTE).toISOString();
    await Promise.all(
      minutes.map((minute) =>
        post(incident, {
          status: minute === 19 ? 'RESOLVED' : 'MONITORING',
          publicIncidentUpdateDate: later(minute + 1),
        }),
      ),
    );
    const after = await read(incident);
    expect([after.lastUpdateStatus, after.incidentUpdates.length]).toEqual(['RESOLVED', 21]);
  });
});

describe('the list', () => {
  it('is walked along, newest first, with everything of each incident', async () => {
    const made: Incident[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift(await create());
    const list = async (query: string) =>
      (await account.client.get<CursorListBody<Incident>>(`${PATH}?${query}`)).expect(200).body;
    const first = await list('limit=3');
    const rest = await list(`limit=3&nextId=${first.nextId}`);
    expect([first.length, rest.length, rest.nextId]).toEqual([3, 2, null]);
    const plain = ({ duration: _, ...incident }: Incident) => incident;
    expect([...first.entries, ...rest.entries].map(plain)).toEqual(made.map(plain));
    (await account.client.get(`${PATH}?nextId=nonsense`)).expect(400);
    expect((await (await api.account()).client.get(PATH)).body).toEqual({ length: 0, entries: [], nextId: null });
  });
});
