import {
  EXAMPLE_CHECK_ID,
  EXAMPLE_CHECK_IDS,
  EXAMPLE_LOCATION_ID,
  EXAMPLE_VARIABLE_KEY,
  Provisioning,
  type BootstrapResult,
} from '#api';
import {
  createTestDatabase,
  exampleBody,
  routesOf,
  startApi,
  testConfig,
  type TestApi,
  type TestDatabase,
} from '#testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

const newKey = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;

let database: TestDatabase;
let provisioning: Provisioning;

beforeEach(async () => {
  database = await createTestDatabase();
  provisioning = await Provisioning.open(testConfig(database.url));
});
afterEach(async () => {
  await provisioning.close();
  await database.drop();
});

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Everything that provisioning could have changed, as text. */
const everything = () =>
  query(`SELECT to_jsonb(a)::text AS row FROM accounts a UNION ALL SELECT (to_jsonb(k) - 'last_used_at')::text FROM api_keys k
    UNION ALL SELECT to_jsonb(h)::text FROM api_key_hashes h UNION ALL SELECT to_jsonb(l)::text FROM private_locations l
    UNION ALL SELECT to_jsonb(h)::text FROM private_location_key_hashes h UNION ALL SELECT to_jsonb(c)::text FROM checks c
    UNION ALL SELECT to_jsonb(v)::text FROM environment_variables v ORDER BY 1`);

async function withApi(use: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await startApi({ databaseUrl: database.url });
  try {
    await use(api);
  } finally {
    await api.close();
  }
}

describe('bootstrap', () => {
  it('makes an account, an ADMIN key and the location "default" with a key', async () => {
    const first = await provisioning.bootstrap({ examples: false });
    expect(first).toEqual({
      accountId: expect.any(String),
      apiKey: expect.stringMatching(/^sv_/),
      locationKey: expect.stringMatching(/^pl_[0-9a-f]{32}$/),
      exampleCheckId: undefined,
      created: true,
    });
    await withApi(async ({ anonymous }) => {
      const client = anonymous.as(first.apiKey);
      expect((await client.get('/v1/accounts/me')).expect(200).body).toMatchObject({ id: first.accountId });
      const { body } = (await client.get('/v1/private-locations')).expect(200);
      const maskedKey = `...${first.locationKey!.slice(-4)}`;
      expect(body).toMatchObject([{ id: EXAMPLE_LOCATION_ID, slugName: 'default', keys: [{ maskedKey }] }]);
      expect((await client.get('/v1/variables')).body).toEqual([]);
      (await client.post('/v1/private-locations', { name: 'ADMIN may', slugName: 'admin' })).expect(201);
    });
  });

  it('refuses an API key of another account, which requests without a header could not tell apart', async () => {
    const apiKey = newKey('sv');
    const { accountId } = await provisioning.bootstrap({ apiKey, examples: false });
    const before = await everything();
    const other = randomUUID();
    await expect(provisioning.bootstrap({ accountId: other, apiKey, examples: false })).rejects.toThrow(
      `PHAROS_BOOTSTRAP_API_KEY is a key of the account ${accountId}, not of ${other}`,
    );
    expect(await everything()).toEqual(before);
  });

  it('takes what is given', async () => {
    const given = { accountId: randomUUID(), apiKey: newKey('sv'), locationKey: newKey('pl') };
    expect(await provisioning.bootstrap({ ...given, examples: false })).toMatchObject({ ...given, created: true });
    await withApi(async ({ anonymous }) => {
      expect((await anonymous.as(given.apiKey).get('/v1/accounts/me')).body).toMatchObject({ id: given.accountId });
    });
  });

  it('adds the examples', async () => {
    const first = await provisioning.bootstrap({ examples: true });
    expect(first.exampleCheckId).toBe(EXAMPLE_CHECK_ID);
    const [check] = await query<{ settings: { request: { url: string } } }>('SELECT * FROM checks ORDER BY id');
    expect(check).toMatchObject({
      id: EXAMPLE_CHECK_ID,
      frequency: 0,
      frequency_offset: 10,
      private_locations: ['default'],
    });
    expect(check!.settings.request.url).toBe('http://pharos.test/-/readiness');
    // All but the type that no agent runs.
    const runs = `SELECT string_agg(check_type || ' ' || period_ms, ', ' ORDER BY check_type) AS types FROM checks JOIN check_schedules ON check_id = id WHERE active`;
    expect(await query(runs)).toEqual([{ types: 'API 600000, DNS 600000, ICMP 600000, TCP 600000, URL 10000' }]);
    expect(await query('SELECT id, check_type FROM checks ORDER BY id')).toEqual(
      Object.entries(EXAMPLE_CHECK_IDS).map(([check_type, id]) => ({ id, check_type })),
    );
    await withApi(async ({ anonymous }) => {
      const { body } = (await anonymous.as(first.apiKey).get(`/v1/variables/${EXAMPLE_VARIABLE_KEY}`)).expect(200);
      expect(body).toMatchObject({ value: 'http://pharos.test' });
    });
  });

  it('adds what the examples of dashboards and incidents in the document name', async () => {
    const { apiKey } = await provisioning.bootstrap({ examples: true });
    await withApi(async ({ anonymous, document }) => {
      const routes = routesOf(document).filter(({ operation }) => /^(Dashboards|Incidents)$/.test(operation.tags![0]!));
      // Reads first, so that no creation makes one work; no deletions.
      const tried = ['GET', 'POST', 'PUT'].flatMap((method) => routes.filter((route) => route.method === method));
      expect(tried).toHaveLength(9);
      for (const { method, path, operation } of tried) {
        const parameters = (operation.parameters ?? []) as { name: string; schema: { example?: unknown } }[];
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          String(parameters.find((parameter) => parameter.name === name)!.schema.example),
        );
        // The creation has taken the names of the example: they are unique.
        const own =
          method === 'PUT' && path.startsWith('/v1/dashboards') ? { customUrl: 'own', customDomain: null } : {};
        const body = operation.requestBody && { ...exampleBody(document, operation), ...own };
        const { status } = await anonymous.as(apiKey).send(method, filled, body);
        expect([method, path, status < 300]).toEqual([method, path, true]);
      }
    });
  });

  it.each([{ examples: true }, { examples: true, apiKey: newKey('sv'), locationKey: newKey('pl') }])(
    'changes nothing the second time: %j',
    async (options) => {
      const first = await provisioning.bootstrap(options);
      const before = await everything();
      const { apiKey, locationKey } = options as Partial<BootstrapResult>;
      expect(await provisioning.bootstrap(options)).toEqual({ ...first, apiKey, locationKey, created: false });
      expect(await everything()).toEqual(before);
    },
  );

  it('is done once by replicas that start at the same time', async () => {
    const options = { apiKey: newKey('sv'), locationKey: newKey('pl'), examples: true };
    const other = await Provisioning.open(testConfig(database.url));
    try {
      const results = await Promise.all(
        [provisioning, other, provisioning, other].map((each) => each.bootstrap(options)),
      );
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ accountId }) => accountId)).size).toBe(1);
    } finally {
      await other.close();
    }
    const counts =
      await query(`SELECT (SELECT count(*)::int FROM accounts) AS accounts, (SELECT count(*)::int FROM api_keys) AS keys,
      (SELECT count(*)::int FROM private_location_keys) AS location_keys, (SELECT count(*)::int FROM checks) AS checks`);
    expect(counts).toEqual([{ accounts: 1, keys: 1, location_keys: 1, checks: 7 }]);
  });

  it('leaves a used database as it is', async () => {
    const { accountId } = await provisioning.createAccount({ name: 'Mine' });
    await provisioning.createServiceKey({ accountId, role: 'READ_ONLY' });
    const before = await everything();
    const result = await provisioning.bootstrap({ examples: true });
    expect(result).toEqual({
      accountId,
      apiKey: undefined,
      locationKey: undefined,
      exampleCheckId: undefined,
      created: false,
    });
    expect(await everything()).toEqual(before);
  });

  it('adds given keys to a used database', async () => {
    const { accountId } = await provisioning.bootstrap({ examples: false });
    const given = { apiKey: newKey('sv'), locationKey: newKey('pl') };
    expect(await provisioning.bootstrap({ ...given, examples: true })).toMatchObject({
      ...given,
      accountId,
      created: false,
    });
    await withApi(async ({ anonymous }) => {
      const { body } = (await anonymous.as(given.apiKey).get<{ keys: object[] }[]>('/v1/private-locations')).expect(
        200,
      );
      expect(body[0]!.keys).toHaveLength(2);
    });
    expect(await query('SELECT 1 FROM checks')).toEqual([]);
  });

  it('starts also where the location has two other keys', async () => {
    await provisioning.bootstrap({ locationKey: newKey('pl'), examples: false });
    await provisioning.bootstrap({ locationKey: newKey('pl'), examples: false });
    const warned = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const result = await provisioning.bootstrap({ locationKey: newKey('pl'), examples: false });
    expect(String(warned.mock.calls[0]![0])).toContain('at most 2 keys');
    warned.mockRestore();
    expect(result.locationKey).toBeUndefined();
    expect(await query('SELECT 1 FROM private_location_keys')).toHaveLength(2);
  });

  it('does not bring a revoked key back', async () => {
    const apiKey = newKey('sv');
    const { accountId } = await provisioning.bootstrap({ apiKey, examples: false });
    const [key] = await provisioning.listKeys(accountId);
    await provisioning.revokeKey(accountId, key!.id);
    await provisioning.bootstrap({ apiKey, examples: false });
    await withApi(async ({ anonymous }) => {
      (await anonymous.as(apiKey).get('/v1/accounts/me')).expect(401);
    });
  });

  it('goes on where an earlier one broke off', async () => {
    const { accountId } = await provisioning.bootstrap({ examples: true });
    await query('DELETE FROM api_keys');
    await query('DELETE FROM environment_variables');
    const again = await provisioning.bootstrap({ examples: true });
    expect(again).toMatchObject({ accountId, created: true, exampleCheckId: EXAMPLE_CHECK_ID });
    expect(again.apiKey).toMatch(/^sv_/);
    const [{ masked }] = (await query<{ masked: string }>(
      'SELECT masked_key AS masked FROM private_location_keys',
    )) as [{ masked: string }];
    expect(masked).toBe(`...${again.locationKey!.slice(-4)}`);
    expect(await query('SELECT key FROM environment_variables')).toEqual([{ key: EXAMPLE_VARIABLE_KEY }]);
  });

  it('refuses given values that could not work, without showing keys', async () => {
    await expect(provisioning.bootstrap({ accountId: 'mine', examples: false })).rejects.toThrow('"mine"');
    await expect(provisioning.bootstrap({ apiKey: 'sv_short', examples: false })).rejects.toThrow(
      /^(?!.*sv_short).*API key/,
    );
    await expect(provisioning.bootstrap({ locationKey: 'pl_short', examples: false })).rejects.toThrow(
      /^(?!.*pl_short).*pl_/,
    );
    expect(await query('SELECT 1 FROM accounts')).toEqual([]);
  });
});

describe('provisioning', () => {
  it('makes locations with a key, or neither', async () => {
    const { accountId } = await provisioning.createAccount({ name: 'One' });
    const made = await provisioning.createLocation({ accountId, name: 'Office', slugName: 'office' });
    expect(made).toEqual({
      id: expect.any(String),
      slugName: 'office',
      key: expect.stringMatching(/^pl_[0-9a-f]{32}$/),
    });
    await expect(provisioning.createLocation({ accountId, name: 'Again', slugName: 'office' })).rejects.toThrow(
      'slugName',
    );
    await expect(provisioning.createLocation({ accountId, name: 'Region', slugName: 'eu-west-1' })).rejects.toThrow(
      'region',
    );
    const taken = { accountId, name: 'Same key', slugName: 'other', key: made.key };
    await expect(provisioning.createLocation(taken)).rejects.toThrow('This key exists already.');
    expect(await query('SELECT slug_name FROM private_locations')).toEqual([{ slug_name: 'office' }]);
  });

  it('says which account is missing', async () => {
    const accountId = randomUUID();
    const missing = `There is no account ${accountId}.`;
    await expect(provisioning.createServiceKey({ accountId, role: 'ADMIN' })).rejects.toThrow(missing);
    await expect(provisioning.listKeys(accountId)).rejects.toThrow(missing);
    await expect(provisioning.createLocation({ accountId, name: 'x', slugName: 'x' })).rejects.toThrow(missing);
  });

  it('writes nothing on standard output', async () => {
    const written = jest.spyOn(process.stdout, 'write');
    const own = await Provisioning.open(testConfig(database.url, { logLevel: 'DEBUG' }));
    await own.bootstrap({ examples: true });
    await own.close();
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });
});

describe('encryption canary', () => {
  it('refuses a start with another encryption key', async () => {
    const wrong = testConfig(database.url, { encryptionKey: '11'.repeat(32) });
    const sentence = /^PHAROS_ENCRYPTION_KEY is not the key [^\n]*$/;
    await expect(Provisioning.open(wrong)).rejects.toThrow(sentence);
    await expect(startApi({ databaseUrl: database.url, config: wrong })).rejects.toThrow(sentence);
    await (await Provisioning.open(testConfig(database.url))).close();
  });

  it('is stored once by processes that start at the same time', async () => {
    await query('DELETE FROM encryption_canary');
    const config = testConfig(database.url);
    const opened = await Promise.all([1, 2, 3].map(() => Provisioning.open(config)));
    for (const each of opened) await each.close();
    expect(await query('SELECT id FROM encryption_canary')).toEqual([{ id: 1 }]);
  });
});
