import { apiCheckBody, multiStepCheckBody, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { filteredList, type CheckFilter } from '../../apps/api/src/checks/check-filters.js';
import { eventually } from '../agent/eventually.js';
import { storeCheck } from './stored-results.js';

interface CheckBody {
  id: string;
  name: string;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

const storeStatus = (checkId: string, failures: boolean, errors: boolean, degraded: boolean) =>
  api.sql(
    `INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded) VALUES ($1, $2, $3, $4, $5)`,
    [account.id, checkId, failures, errors, degraded],
  );

/** What is known of a check, and its filters in plain words. */
interface Made {
  name: string;
  type: string;
  tags: string[];
  url: string;
  status: string | null;
}

const NAMES = ['Home page', '100 % of it', 'under_score', 'back\\slash', 'ÜBER uns', 'home PAGE of the shop'];
const TAGS = [[], ['web'], ['web', 'prod'], ['%'], ['we', 'Shop, Berlin']];
const STATES = [null, 'passing', 'degraded', 'failing'];

describe('GET /v1/checks with filters', () => {
  const made: Made[] = [];

  beforeAll(async () => {
    account = await api.account();
    const other = await api.account();
    for (let n = 0; n < 60; n += 1) {
      const [type, path, body] = (
        [
          ['URL', 'url', urlCheckBody],
          ['API', 'api', apiCheckBody],
          ['MULTI_STEP', 'multistep', multiStepCheckBody],
        ] as const
      )[n % 3]!;
      const url = n % 2 ? 'https://pharos.test/a_b?q=50%' : 'https://other.test/ab';
      const check = {
        name: `${NAMES[n % NAMES.length]} ${n}`,
        type,
        tags: TAGS[n % TAGS.length]!,
        url: type === 'API' ? url : '',
        status: STATES[Math.floor(n / 3) % STATES.length]!,
      };
      const { name, tags } = check;
      const values = body({ name, tags, ...(type === 'MULTI_STEP' ? {} : { request: { url } }) });
      const { id } = (await account.client.post<CheckBody>(`/v1/checks/${path}`, values)).expect(201).body;
      if (check.status)
        await storeStatus(
          id,
          check.status === 'failing' && n % 2 === 0,
          check.status === 'failing',
          n % 4 === 0 || check.status === 'degraded',
        );
      if (check.status === 'passing' && n % 4 === 0) check.status = 'degraded';
      made.unshift(check);
      if (n % 10 === 0) (await other.client.post(`/v1/checks/${path}`, values)).expect(201);
    }
  });

  const FILTERS: [string, string, (check: Made) => boolean][] = [
    ['checkType', 'API', ({ type }) => type === 'API'],
    ['tag', 'web', ({ tags }) => tags.includes('web')],
    ['search', 'HOME p', ({ name }) => name.toLowerCase().includes('home p')],
    ['status', 'failing', ({ status }) => status === 'failing'],
    ['apiCheckUrlFilterPattern', 'pharos', ({ url }) => url.includes('pharos')],
  ];
  const sets = Array.from({ length: 2 ** FILTERS.length }, (_, set) => FILTERS.filter((_filter, n) => set & (1 << n)));

  it.each(sets.map((set) => [set.map(([name]) => name).join(', ') || 'none', set] as const))(
    'answers what matches: %s',
    async (_names, set) => {
      const wanted = made.filter((check) => set.every(([, , matches]) => matches(check)));
      const query = set.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
      const answer = (await account.client.get<CheckBody[]>(`/v1/checks?limit=5&page=2${query}`)).expect(200);
      expect(answer.body.map(({ name }) => name)).toEqual(wanted.slice(5, 10).map(({ name }) => name));
      expect(answer.headers.get('content-range')).toMatch(new RegExp(`/${wanted.length}$`));
    },
  );

  it.each<[string, (check: Made) => boolean]>([
    ['search=%25', ({ name }) => name.includes('%')],
    ['search=_', ({ name }) => name.includes('_')],
    ['search=%5C', ({ name }) => name.includes('\\')],
    ['search=%C3%BCber', ({ name }) => name.includes('ÜBER')],
    ['search=', () => true],
    ['tag=web&tag=%25', ({ tags }) => tags.includes('web') || tags.includes('%')],
    ['tag=prod,we', () => false],
    ['tag=Shop,%20Berlin', ({ tags }) => tags.includes('Shop, Berlin')],
    ['tag=WEB', () => false],
    ['status=degraded', ({ status }) => status === 'degraded'],
    ['status=passing', ({ status }) => status === 'passing'],
    ['apiCheckUrlFilterPattern=a_b', ({ url }) => url.includes('a_b')],
    ['apiCheckUrlFilterPattern=50%25', ({ url }) => url.includes('50%')],
    ['apiCheckUrlFilterPattern=PHAROS', () => false],
    ['checkType=HEARTBEAT', () => false],
  ])('takes %s for what it says', async (query, matches) => {
    const { body } = (await account.client.get<CheckBody[]>(`/v1/checks?limit=100&${query}`)).expect(200);
    expect(body.map(({ name }) => name)).toEqual(made.filter(matches).map(({ name }) => name));
  });

  it('finds a check by its new name and tags', async () => {
    const { id } = (await account.client.post<CheckBody>('/v1/checks/url', urlCheckBody())).expect(201).body;
    (await account.client.put(`/v1/checks/${id}`, { name: 'Renamed ÄÖÜ', tags: ['new'] })).expect(200);
    const found = async (query: string) => (await account.client.get<CheckBody[]>(`/v1/checks?${query}`)).body;
    expect(await found('search=renamed+äöü')).toMatchObject([{ id }]);
    expect(await found('tag=new')).toMatchObject([{ id }]);
    (await account.client.del(`/v1/checks/${id}`)).expect(204);
    expect(await found('tag=new')).toEqual([]);
  });
});

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Two accounts of 10,000 checks each, all much alike: what a filter is about stands out by what is stored beside. */
describe('a filter among 10,000 checks', () => {
  beforeAll(async () => {
    for (const owner of [await api.account(), (account = await api.account())]) {
      const id = await storeCheck(api, owner.id, { tags: ['everywhere'] });
      await api.sql(
        `INSERT INTO checks (account_id, id, check_type, name, activated, muted, double_check, should_fail, run_parallel, tags,
           use_global_alert_settings, frequency, frequency_offset, settings, search_name, created_at)
         SELECT account_id, gen_random_uuid(), CASE n % 1000 WHEN 0 THEN 'API' WHEN 1 THEN 'MULTI_STEP' ELSE 'URL' END, 'Check ' || n, true, false,
           false, false, false, CASE WHEN n % 1000 = 2 THEN ARRAY['everywhere', 'rare'] ELSE tags END, true, 10, 1,
           jsonb_build_object('request', jsonb_build_object('url', 'https://pharos.test/' || n), 'more', repeat('x', 600)),
           'check ' || n, now() - n * interval '1 s'
         FROM checks, generate_series(1, 9999) n WHERE account_id = $1 AND id = $2`,
        [owner.id, id],
      );
      await api.sql(
        `INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded)
         SELECT account_id, id, search_name LIKE '%77', false, search_name LIKE '%88' FROM checks WHERE account_id = $1`,
        [owner.id],
      );
    }
    // A transaction of the service's own pulse, open at the wrong moment, leaves pages that are not known to be visible to all.
    await eventually('nearly every page is known to be visible to all', async () => {
      await api.database.pool.query('VACUUM ANALYZE checks, check_statuses');
      const tables = await api.sql<{ visible: number }>(
        `SELECT relallvisible::float / relpages AS visible FROM pg_class WHERE oid IN ('checks'::regclass, 'check_statuses'::regclass)`,
      );
      return tables.every(({ visible }) => visible > 0.9);
    });
  });

  const nodes = async (filter: CheckFilter): Promise<Plan[]> => {
    const { statement, values } = filteredList(filter, 'writer', { locked: true })!;
    const client = await api.database.pool.connect();
    try {
      // Ten thousand rows are few enough to read them all; the question is which index a million would need.
      await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
      await client.query(`PREPARE asked AS ${statement.text}`);
      const literals = [account.id, '10', '0', ...values].map((value) =>
        client.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
      );
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked(${literals.join(', ')})`,
      );
      return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan);
    } finally {
      client.release(true);
    }
  };

  it.each<[string, CheckFilter, number]>([
    ['checks_type_idx', { checkType: 'MULTI_STEP' }, 200],
    ['checks_tags_idx', { tag: ['rare'] }, 200],
    ['check_statuses_failing_idx', { status: 'failing' }, 1_000],
    ['check_statuses_degraded_idx', { status: 'degraded' }, 1_000],
    ['checks_type_idx', { apiCheckUrlFilterPattern: 'test/9' }, 100],
    ['checks_tags_idx', { tag: ['rare'], search: 'check', status: 'passing' }, 400],
  ])('goes through %s for %j', async (index, filter, most) => {
    const found = await nodes(filter);
    expect(found.map((node) => node['Index Name'])).toContain(index);
    const touched = found.map(
      (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    );
    expect(touched.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(most);
  });

  it('searches names in the index alone, and reads no check that does not match', async () => {
    const found = await nodes({ search: '77' });
    const [scan] = found.filter((node) => node['Rows Removed by Filter']);
    expect(scan).toMatchObject({ 'Node Type': 'Index Only Scan', 'Index Name': 'checks_created_idx' });
  });
});
