import { startApi, variableBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';

const PATH = '/v1/variables';

interface Variable {
  key: string;
  value: string;
  locked: boolean;
  secret: boolean;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  // One test breaks a sealed value on purpose; its 500 need not be in the output.
  api = await startApi({ logTo: { write: () => undefined } });
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (values: object = {}) =>
  (await account.client.post<Variable>(PATH, variableBody(values))).expect(201).body;
const read = async (key: string) => (await account.client.get<Variable>(`${PATH}/${key}`)).expect(200).body;
const stored = (key: string) =>
  api.sql<{ sealed: Buffer }>(
    'SELECT sealed_value AS sealed FROM environment_variables WHERE account_id = $1 AND key = $2',
    [account.id, key],
  );

describe('a variable', () => {
  it('is created, read, updated and deleted', async () => {
    const created = await create({ key: 'BASE_URL', value: 'https://example.com' });
    expect(created).toEqual({ key: 'BASE_URL', value: 'https://example.com', locked: false, secret: false });
    expect(await read('BASE_URL')).toEqual(created);
    const { body } = (await account.client.put<Variable>(`${PATH}/BASE_URL`, { value: 'x', locked: true })).expect(200);
    expect(body).toEqual({ ...created, value: 'x', locked: true });
    expect(await read('BASE_URL')).toEqual(body);
    const deleted = (await account.client.del(`${PATH}/BASE_URL`)).expect(204);
    expect(deleted.body).toBeUndefined();
    (await account.client.get(`${PATH}/BASE_URL`)).expect(404);
    (await account.client.put(`${PATH}/BASE_URL`, { value: 'x' })).expect(404);
    (await account.client.del(`${PATH}/BASE_URL`)).expect(404);
  });

  it('has a key of its own in its account', async () => {
    await create({ key: 'TWICE' });
    const { body } = (await account.client.post<ErrorBody>(PATH, variableBody({ key: 'TWICE' }))).expect(409);
    expect(body.message).toBe('A variable with this key exists already.');
    const other = await api.account();
    (await other.client.post(PATH, variableBody({ key: 'TWICE' }))).expect(201);
    await create({ key: 'twice' });
  });

  it('is made once when two ask at the same time', async () => {
    const body = variableBody();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await account.client.post(PATH, body)).status),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it.each(['ÜBER_ключ_鍵', 'a/b', 'a%b', 'a.b-c', '...', "a'b;--"])('can be called %s', async (key) => {
    await create({ key, value: key });
    expect((await read(encodeURIComponent(key))).value).toBe(key);
  });

  it.each(['', ' ', '.', '..', 'a b', '{{A}}', 'a\nb', 'x'.repeat(256)])('cannot be called %j', async (key) => {
    (await account.client.post(PATH, variableBody({ key }))).expect(400);
  });

  it.each(['', 'x'.repeat(100_000), '\u{1f600}\r\n\t"\\'])('keeps any value: %.10j', async (value) => {
    const { key } = await create({ value });
    expect((await read(key)).value).toBe(value);
  });

  it('can be sent back as it was read', async () => {
    const variable = await create();
    expect((await account.client.put(`${PATH}/${variable.key}`, variable)).expect(200).body).toEqual(variable);
  });

  it('keeps its key', async () => {
    const { key } = await create();
    (await account.client.put(`${PATH}/${key}`, { key: 'OTHER', value: 'x' })).expect(200);
    (await account.client.get(`${PATH}/OTHER`)).expect(404);
    expect((await read(key)).value).toBe('x');
  });

  it('needs its value in an update', async () => {
    const { key } = await create();
    const { body } = (await account.client.put<ErrorBody>(`${PATH}/${key}`, { locked: true })).expect(400);
    expect(body.attributes.violations).toEqual([{ field: 'value', message: '"value" is required' }]);
    expect((await read(key)).locked).toBe(false);
  });
});

describe('a secret', () => {
  it('can never be read again, by anybody and in no answer', async () => {
    const created = await create({ value: 'hidden', secret: true });
    const list = (await account.client.get<Variable[]>(PATH)).expect(200).body;
    expect([created, await read(created.key), ...list].map(({ value }) => value)).toEqual(['', '', '']);
    const { body } = (await account.client.put<Variable>(`${PATH}/${created.key}`, { value: 'other' })).expect(200);
    expect(body).toEqual({ ...created, value: '' });
  });

  it('keeps its value when it is sent back as it reads', async () => {
    const { key } = await create({ value: 'hidden', secret: true });
    const [before] = await stored(key);
    (await account.client.put(`${PATH}/${key}`, await read(key))).expect(200);
    (await account.client.put(`${PATH}/${key}`, { locked: true })).expect(200);
    (await account.client.put(`${PATH}/${key}`, { secret: false })).expect(400);
    const [after] = await stored(key);
    // Sealed anew, so other bytes, of the same length.
    expect(after!.sealed).toHaveLength(before!.sealed.length);
    expect((await read(key)).secret).toBe(true);
  });
});

describe('at rest', () => {
  it('values are sealed, each time differently', async () => {
    const value = 'a value that must not be seen';
    const [one, two] = [await create({ value }), await create({ value })];
    const [[first], [second]] = [await stored(one.key), await stored(two.key)];
    expect(first!.sealed.includes(value)).toBe(false);
    expect(first!.sealed.equals(second!.sealed)).toBe(false);
  });

  it('a value moved to another row does not open', async () => {
    const [one, two] = [await create(), await create()];
    await api.sql(
      `UPDATE environment_variables SET sealed_value = (SELECT sealed_value FROM environment_variables WHERE account_id = $1 AND key = $2)
       WHERE account_id = $1 AND key = $3`,
      [account.id, one.key, two.key],
    );
    await expect(account.client.get(`${PATH}/${two.key}`)).rejects.toThrow(/status 500 is not documented/);
  });
});

describe('locked variables', () => {
  it('show their value only to those who could write it', async () => {
    const { key } = await create({ value: 'seen', locked: true });
    const values: string[] = [];
    for (const role of ['READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const)
      values.push((await (await account.clientOf(role)).get<Variable>(`${PATH}/${key}`)).expect(200).body.value);
    expect(values).toEqual(['seen', '', '']);
  });
});

describe('the list', () => {
  it('is empty at first', async () => {
    const { body, headers } = (await account.client.get(PATH)).expect(200);
    expect([body, headers.get('content-range'), headers.get('link')]).toEqual([[], '*/0', null]);
  });

  it('is by key, in pages that tell the whole', async () => {
    for (const number of [12, 3, 7, 1, 10, 5, 11, 9, 2, 8, 4, 6])
      await create({ key: `K${String(number).padStart(2, '0')}` });
    const first = (await account.client.get<Variable[]>(PATH)).expect(200);
    expect(first.body.map(({ key }) => key)).toEqual([
      'K01',
      'K02',
      'K03',
      'K04',
      'K05',
      'K06',
      'K07',
      'K08',
      'K09',
      'K10',
    ]);
    expect(first.headers.get('content-range')).toBe('0-9/12');
    expect(first.headers.get('link')).toBe('</v1/variables?page=2>; rel="next", </v1/variables?page=2>; rel="last"');
    const last = await account.client.get<Variable[]>(`${PATH}?limit=5&page=3`);
    expect([last.body.map(({ key }) => key), last.headers.get('content-range')]).toEqual([['K11', 'K12'], '10-11/12']);
    const beyond = await account.client.get<Variable[]>(`${PATH}?page=1000000`);
    expect([beyond.body, beyond.headers.get('content-range')]).toEqual([[], '*/12']);
  });
});
