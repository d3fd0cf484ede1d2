import { startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { until } from './paused-checks.js';

let api: TestApi;
let account: TestAccount;
let checkId: string;

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
});
afterAll(() => api?.close());
beforeEach(async () => {
  checkId = (await account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody({ activated: false }))).body.id;
});

/** Whether a statement like this waits for a lock of another transaction. */
const waits = async (statement: string) =>
  (
    await api.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${statement}%`],
    )
  ).length > 0;

/** What happens while another transaction, which has the first lock, takes the second one, too. */
async function between(first: string, meanwhile: () => Promise<unknown>, second: string): Promise<void> {
  const client = await api.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(first, [checkId]);
    await meanwhile();
    await client.query(`${second} NOWAIT`, [checkId]);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

const SCHEDULE = 'SELECT FROM check_schedules WHERE check_id = $1 FOR UPDATE';

it('a change that waits for the schedule does not keep ingestion, which has it, from storing the status', async () => {
  let change: ReturnType<typeof account.client.put>;
  const begin = async () => {
    change = account.client.put(`/v1/checks/url/${checkId}`, { name: 'Another name' });
    await until(() => waits('INTO check_schedules'));
  };
  await between(SCHEDULE, begin, 'SELECT FROM checks WHERE id = $1 FOR KEY SHARE');
  expect((await change!).expect(200).body).toMatchObject({ name: 'Another name' });
});

it('a removal that waits for a change does not keep it from writing the schedule', async () => {
  let removal: ReturnType<typeof account.client.del>;
  const begin = async () => {
    removal = account.client.del(`/v1/checks/${checkId}`);
    await until(() => waits('CheckRow'));
  };
  await between('SELECT FROM checks WHERE id = $1 FOR NO KEY UPDATE', begin, SCHEDULE);
  (await removal!).expect(204);
});

it('changes at the same time are all kept, and a removal comes before or after them', async () => {
  const changes = { name: 'Together', tags: ['a'], muted: true, frequency: 30, shouldFail: true };
  const path = `/v1/checks/url/${checkId}`;
  await Promise.all(Object.entries(changes).map(([field, value]) => account.client.put(path, { [field]: value })));
  expect((await account.client.get(`/v1/checks/${checkId}`)).expect(200).body).toMatchObject(changes);

  const change = account.client.put(path, { name: 'Late' });
  (await account.client.del(`/v1/checks/${checkId}`)).expect(204);
  expect([200, 404]).toContain((await change).status);
  (await account.client.get(`/v1/checks/${checkId}`)).expect(404);
});
