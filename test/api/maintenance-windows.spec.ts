import { maintenanceWindowBody, startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';

const PATH = '/v1/maintenance-windows';

interface Window {
  id: number;
  name: string;
  startsAt: string;
  endsAt: string;
  repeatUnit: string;
  repeatInterval: number | null;
  repeatEndsAt: string | null;
  tags: string[];
  created_at: string;
  updated_at: string | null;
}
type Occurrence = Pick<Window, 'startsAt' | 'endsAt'>;

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (values: object = {}) =>
  (await account.client.post<Window>(PATH, maintenanceWindowBody(values))).expect(201).body;
const read = async (id: number) => (await account.client.get<Window>(`${PATH}/${id}`)).expect(200).body;
const names = async (query: string) => {
  const { body, headers } = (await account.client.get<Window[]>(`${PATH}?${query}`)).expect(200);
  return [body.map(({ name }) => name), headers.get('content-range')];
};
const violation = async (body: object, status = 400) => {
  const answer = (await account.client.post<ErrorBody>(PATH, body)).expect(status);
  return answer.body.attributes.violations;
};

describe('a maintenance window', () => {
  it('is created, read, updated and deleted', async () => {
    const body = {
      name: 'Deployment',
      startsAt: '2026-11-21T22:00:00.000Z',
      endsAt: '2026-11-21T23:00:00.000Z',
      repeatUnit: 'WEEK',
      repeatInterval: 2,
      repeatEndsAt: '2027-11-21T00:00:00.000Z',
      tags: ['web', 'Home page'],
    };
    const created = (await account.client.post<Window>(PATH, body)).expect(201).body;
    expect(created).toEqual({ ...body, id: expect.any(Number), created_at: expect.any(String), updated_at: null });
    expect(await read(created.id)).toEqual(created);
    const required = { name: 'Other', startsAt: body.startsAt, endsAt: body.endsAt, repeatUnit: 'MONTH' };
    const { body: changed } = (await account.client.put<Window>(`${PATH}/${created.id}`, required)).expect(200);
    expect(changed).toEqual({ ...created, ...required, updated_at: expect.any(String) });
    expect(await read(created.id)).toEqual(changed);
    expect((await account.client.del(`${PATH}/${created.id}`)).expect(204).body).toBeUndefined();
    (await account.client.get(`${PATH}/${created.id}`)).expect(404);
    (await account.client.put(`${PATH}/${created.id}`, required)).expect(404);
    (await account.client.del(`${PATH}/${created.id}`)).expect(404);
    (await account.client.get(`${PATH}/${created.id}/occurrences`)).expect(404);
  });

  it('happens once and names nothing unless it is said', async () => {
    expect(await create()).toMatchObject({ repeatInterval: null, repeatEndsAt: null, tags: [] });
  });

  it.each(['name', 'startsAt', 'endsAt', 'repeatUnit'])('needs %s, in an update too', async (field) => {
    const { [field]: _, ...body } = maintenanceWindowBody() as Record<string, unknown>;
    const wanted = [{ field, message: `"${field}" is required` }];
    expect(await violation(body)).toEqual(wanted);
    const { id } = await create();
    const answer = (await account.client.put<ErrorBody>(`${PATH}/${id}`, body)).expect(400);
    expect(answer.body.attributes.violations).toEqual(wanted);
  });

  it.each([
    ['repeatUnit', 'YEAR'],
    ['repeatUnit', null],
    ['repeatInterval', 0],
    ['repeatInterval', 1.5],
    ['name', ''],
    ['startsAt', 'tomorrow'],
    ['startsAt', null],
    ['endsAt', '2100-01-01T00:00:00.000Z'],
    ['endsAt', '2099-12-31T23:59:59.999Z'],
    ['repeatEndsAt', 'never'],
    ['tags', null],
    ['tags', 'web'],
    ['timezone', 'Europe/Berlin'],
  ])('refuses %s %j', async (field, value) => {
    expect(await violation(maintenanceWindowBody({ [field]: value }))).toMatchObject([{ field }]);
  });

  it('keeps its length above zero in an update', async () => {
    const { id, ...window } = await create();
    const swapped = { ...window, startsAt: window.endsAt, endsAt: window.startsAt };
    const { body } = (await account.client.put<ErrorBody>(`${PATH}/${id}`, swapped)).expect(400);
    expect(body.attributes.violations).toEqual([{ field: 'endsAt', message: '"endsAt" must lie after "startsAt"' }]);
    expect(await read(id)).toEqual({ id, ...window });
  });

  it('takes times in seconds, milliseconds and with a zone, and gives back what it reads', async () => {
    const created = await create({
      startsAt: 1_800_000_000,
      endsAt: 1_800_000_000_001,
      repeatInterval: 2_147_483_647,
      repeatEndsAt: '2030-01-01T01:00:00+01:00',
      name: 'x'.repeat(200),
    });
    expect(created).toMatchObject({
      startsAt: '2027-01-15T08:00:00.000Z',
      endsAt: '2027-01-15T08:00:00.001Z',
      repeatEndsAt: '2030-01-01T00:00:00.000Z',
    });
    const { body } = (await account.client.put<Window>(`${PATH}/${created.id}`, created)).expect(200);
    expect(body).toEqual({ ...created, updated_at: expect.any(String) });
  });

  it('stops repeating when that is taken back', async () => {
    const window = await create({ repeatInterval: 1, repeatEndsAt: '2100-02-01', tags: ['a'] });
    const change = { ...window, repeatInterval: null, repeatEndsAt: null, tags: [] };
    const { body } = (await account.client.put<Window>(`${PATH}/${window.id}`, change)).expect(200);
    expect(body).toMatchObject({ repeatInterval: null, repeatEndsAt: null, tags: [] });
  });

  it.each(['0', '-1', 'x', '1.0', '2147483648', '99999999999999999999'])('is not found by %s', async (id) => {
    (await account.client.get(`${PATH}/${id}`)).expect(404);
    (await account.client.get(`${PATH}/${id}/occurrences`)).expect(404);
  });

  it('is seen by every role and changed by those who write', async () => {
    const { id } = await create();
    const body = maintenanceWindowBody();
    for (const [role, allowed] of [
      ['READ_ONLY', false],
      ['READ_RUN', false],
      ['READ_WRITE', true],
    ] as const) {
      const client = await account.clientOf(role);
      for (const path of ['', `/${id}`, `/${id}/occurrences`]) (await client.get(PATH + path)).expect(200);
      (await client.post(PATH, body)).expect(allowed ? 201 : 403);
      (await client.put(`${PATH}/${id}`, body)).expect(allowed ? 200 : 403);
      (await client.del(`${PATH}/${id}`)).expect(allowed ? 204 : 403);
    }
  });
});

describe('the list', () => {
  beforeEach(async () => {
    for (const day of ['01', '02', '03'])
      await create({ name: day, startsAt: `2100-05-${day}T00:00:00.000Z`, endsAt: `2100-06-${day}T00:00:00.000Z` });
  });

  it('is newest first, in pages', async () => {
    expect(await names('')).toEqual([['03', '02', '01'], '0-2/3']);
    expect(await names('limit=2&page=2')).toEqual([['01'], '2-2/3']);
    expect(await names('limit=2&page=9')).toEqual([[], '*/3']);
  });

  it.each([
    ['startsAt[gt]=2100-05-02', ['03']],
    ['startsAt[gte]=2100-05-02', ['03', '02']],
    ['startsAt[lt]=2100-05-02', ['01']],
    ['startsAt[lte]=2100-05-02', ['02', '01']],
    ['endsAt[gt]=2100-06-02', ['03']],
    ['endsAt%5Bgte%5D=4115577600', ['03', '02']],
    ['endsAt[lt]=2100-06-02T00:00:00.000Z', ['01']],
    ['endsAt[lte]=2100-06-02', ['02', '01']],
    ['startsAt[gte]=2100-05-02&endsAt[lt]=2100-06-03', ['02']],
    ['startsAt[gt]=2100-06-01', []],
  ])('keeps those with %s', async (query, wanted) => {
    expect((await names(query))[0]).toEqual(wanted);
  });

  it('counts what it keeps', async () => {
    expect(await names('startsAt[gte]=2100-05-02&limit=1&page=2')).toEqual([['02'], '1-1/2']);
    expect(await names('startsAt[gte]=2100-05-02&limit=1&page=3')).toEqual([[], '*/2']);
    const other = await api.account();
    expect((await other.client.get<Window[]>(`${PATH}?startsAt[gte]=2000-01-01`)).body).toEqual([]);
  });

  it.each([
    'startsAt[gt]=2100-05-01&startsAt[lt]=2100-05-03',
    'endsAt[gte]=2100-05-01&endsAt[gt]=2100-05-01',
    'startsAt=2100-05-01',
    'startsAt[eq]=2100-05-01',
    'startsAt[gt]=soon',
    'startsAt[gt]=',
    'startsAt[gt]=2100-05-01&startsAt[gt]=2100-05-02',
  ])('refuses %s', async (query) => {
    (await account.client.get(`${PATH}?${query}`)).expect(400);
  });
});

describe('occurrences', () => {
  const occurrences = async (id: number, query: string) =>
    (await account.client.get<Occurrence[]>(`${PATH}/${id}/occurrences?${query}`)).expect(200).body;

  it('are those in the range, oldest first, without drift at the ends of months', async () => {
    const { id } = await create({
      startsAt: '2026-01-31T23:00:00.000Z',
      endsAt: '2026-02-01T02:00:00.000Z',
      repeatUnit: 'MONTH',
      repeatInterval: 1,
      repeatEndsAt: '2026-04-30T00:00:00.000Z',
    });
    expect(await occurrences(id, 'from=2026-02-01T02:00:00Z&to=2030-01-01')).toEqual([
      { startsAt: '2026-02-28T23:00:00.000Z', endsAt: '2026-03-01T02:00:00.000Z' },
      { startsAt: '2026-03-31T23:00:00.000Z', endsAt: '2026-04-01T02:00:00.000Z' },
      { startsAt: '2026-04-30T23:00:00.000Z', endsAt: '2026-05-01T02:00:00.000Z' },
    ]);
    expect(await occurrences(id, 'from=2026-01-01&limit=1')).toHaveLength(1);
    expect(await occurrences(id, 'to=2027-01-01&from=2026-06-01')).toEqual([]);
  });

  it('are the next ten when nothing is said', async () => {
    const start = new Date(Date.now() - 3_600_000 * 24 * 400);
    const { id } = await create({ startsAt: start, endsAt: new Date(start.getTime() + 60_000), repeatInterval: 1 });
    const next = await occurrences(id, '');
    expect(next).toHaveLength(10);
    expect(Date.parse(next[0]!.endsAt)).toBeGreaterThan(Date.now());
    expect(Date.parse(next[0]!.startsAt)).toBeLessThan(Date.now() + 24 * 3_600_000);
  });

  it('are found in the year 9999 too', async () => {
    const { id } = await create({ startsAt: 0, endsAt: 60, repeatInterval: 1 });
    const found = await occurrences(id, 'from=9999-12-30T12:00:00Z&limit=100');
    expect(found).toEqual([{ startsAt: '9999-12-31T00:00:00.000Z', endsAt: '9999-12-31T00:01:00.000Z' }]);
  });

  it.each(['from=2026-02-01&to=2026-02-01', 'from=2026-02-02&to=2026-02-01', 'limit=0', 'limit=101', 'from=x'])(
    'refuses %s',
    async (query) => {
      const { id } = await create();
      (await account.client.get(`${PATH}/${id}/occurrences?${query}`)).expect(400);
    },
  );
});
