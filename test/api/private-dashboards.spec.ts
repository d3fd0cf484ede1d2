import { dashboardBody, startApi, type ApiClient, type TestApi } from '#testing';
import { createHash } from 'node:crypto';

interface Key {
  id: string;
  rawKey?: string;
  maskedKey: string;
  created_at: string;
  updated_at: string;
}
interface Dashboard {
  dashboardId: string;
  isPrivate: boolean;
  keys: Key[];
}

const PATH = '/v1/dashboards';
let api: TestApi;
let client: ApiClient;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  ({ client } = await api.account());
});

const create = async (values: object = {}) =>
  (await client.post<Dashboard>(PATH, dashboardBody(values))).expect(201).body;
const read = async ({ dashboardId }: Dashboard) =>
  (await client.get<Dashboard>(`${PATH}/${dashboardId}`)).expect(200).body;
const update = async ({ dashboardId }: Dashboard, values: object) =>
  (await client.put<Dashboard>(`${PATH}/${dashboardId}`, values)).expect(200).body;

describe('a private dashboard', () => {
  const shown = ({ rawKey: _, ...key }: Key) => key;

  it('has a key that is told once, when it is made', async () => {
    const created = await create({ isPrivate: true });
    const [key] = created.keys as [Key];
    expect(created.keys).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        rawKey: expect.stringMatching(/^da_[0-9a-f]{32}$/),
        maskedKey: `...${key.rawKey!.slice(-4)}`,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const later = { ...created, keys: [shown(key)] };
    expect(await read(created)).toEqual(later);
    expect((await client.get(PATH)).expect(200).body).toEqual([later]);
    const again = await update(created, await read(created));
    expect(again).toEqual({ ...later, updated_at: expect.any(String) });
  });

  it('gets its key when it becomes private, loses it when it becomes public, and then gets another', async () => {
    const created = await create();
    const first = await update(created, { isPrivate: true });
    expect(first.keys).toMatchObject([{ rawKey: expect.any(String) }]);
    expect((await update(created, { header: 'x' })).keys).toEqual(first.keys.map(shown));
    expect((await update(created, { isPrivate: false })).keys).toEqual([]);
    const second = await update(created, { isPrivate: true });
    expect(second.keys).toHaveLength(1);
    expect(second.keys[0]!.rawKey).not.toBe(first.keys[0]!.rawKey);
    expect(second.keys[0]!.id).not.toBe(first.keys[0]!.id);
  });

  it('has one key when many make it private at the same time, and one of them hears it', async () => {
    const created = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => update(created, { isPrivate: true })));
    const told = answers.flatMap(({ keys }) => keys).filter(({ rawKey }) => rawKey !== undefined);
    expect(told).toHaveLength(1);
    expect((await read(created)).keys).toEqual([shown(told[0]!)]);
  });

  it('has its key in the database as a hash only', async () => {
    const { keys } = await create({ isPrivate: true });
    const rawKey = keys[0]!.rawKey!;
    const tables = await api.sql<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    const holding = async (text: string) => {
      const found: string[] = [];
      for (const { name } of tables) {
        const [row] = await api.sql<{ found: boolean }>(
          `SELECT EXISTS (SELECT FROM "${name}" t WHERE strpos(to_jsonb(t)::text, $1) > 0) AS found`,
          [text],
        );
        if (row!.found) found.push(name);
      }
      return found;
    };
    expect(await holding(createHash('sha256').update(rawKey).digest('hex'))).toEqual(['dashboards']);
    expect(await holding(rawKey)).toEqual([]);
    expect(await holding(rawKey.slice(3))).toEqual([]);
  });
});
