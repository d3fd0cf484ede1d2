import type { Transaction } from '#persistence';
import { startApi, urlCheckBody, type TestApi } from '#testing';
import { ErrorGroupStep } from '../../apps/api/src/error-groups/error-group.step.js';
import { errorColumns } from '../../apps/api/src/error-groups/error-columns.js';
import type { StoredResult } from '../../apps/api/src/runs/index.js';
import { failed, locationWithAgent } from './fake-agent.js';
import { storeCheck } from './stored-results.js';

const CHECKS = 20;
const ROUNDS = 50;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

it('1,000 failing results in batches at the same time make each group once, and lose none', async () => {
  const account = await api.account();
  const agent = await locationWithAgent(api, account, 'here');
  const body = { privateLocations: ['here'], frequency: 1440, doubleCheck: false, activated: false };
  const ids: string[] = [];
  for (let at = 0; at < CHECKS; at += 1)
    ids.push((await account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody(body))).expect(201).body.id);
  // They run when they are triggered, and not by themselves meanwhile.
  await api.sql(
    `UPDATE check_schedules SET active = true, next_run_at = now() + interval '1 day' WHERE account_id = $1`,
    [account.id],
  );
  for (let round = 0; round < ROUNDS; round += 1)
    (await account.client.post('/v2/check-sessions/trigger', { target: { checkId: ids } })).expect(201);
  const leases = [];
  while (leases.length < CHECKS * ROUNDS) leases.push(...(await agent.lease(100)));
  const reports = leases.map((lease, at) =>
    failed(lease, {
      errorMessage: at % 3 === 0 ? `refused ${at}` : `took ${at} ms`,
      startedAfterMs: at,
      stoppedAfterMs: at,
    }),
  );
  const batches = Array.from({ length: 10 }, (_, at) => reports.filter((_report, index) => index % 10 === at));
  const verdicts = await Promise.all(
    batches.map((batch, at) => agent.report(...(at % 2 === 0 ? batch : batch.toReversed()))),
  );
  expect(new Set(verdicts.flat())).toEqual(new Set(['accepted']));
  const groups = await api.sql<{ check: string; count: number; exact: boolean }>(
    `SELECT g.check_id AS check, count(*)::int AS count,
       g.first_seen = min(r.started_at) AND g.last_seen = max(r.started_at) AS exact
     FROM error_groups g JOIN check_results r ON r.account_id = g.account_id AND r.error_group_id = g.id
     WHERE g.account_id = $1 GROUP BY g.account_id, g.check_id, g.error_hash`,
    [account.id],
  );
  expect(groups).toHaveLength(2 * CHECKS);
  expect(groups.every(({ exact }) => exact)).toBe(true);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(CHECKS * ROUNDS);
  expect((await account.client.get('/v1/error-groups')).headers.get('content-range')).toBe(`0-9/${2 * CHECKS}`);
});

it('a batch of 1,000 takes one statement, and one where nothing failed takes none', async () => {
  const { id } = await api.account();
  const checks = [await storeCheck(api, id), await storeCheck(api, id)];
  const result = (at: number, values: object = {}): StoredResult => {
    const known = {
      account_id: id,
      check_id: checks[at % 2],
      has_failures: true,
      has_errors: false,
      aborted: false,
      error_message: `failed in ${['a', 'b', 'c', 'd', 'e'][at % 5]} after ${at} ms`,
      started_at: new Date(1_700_000_000_000 + at),
      ...values,
    } as unknown as StoredResult;
    return { ...known, ...errorColumns(known) };
  };
  const step = new ErrorGroupStep();
  let statements = 0;
  const apply = (results: StoredResult[]) =>
    api.database.transaction((transaction) => {
      const counted = {
        rows: (statement: Parameters<Transaction['rows']>[0], values?: unknown[]) => {
          statements += 1;
          return transaction.rows(statement, values);
        },
      } as Transaction;
      return step.apply(counted, results);
    });
  await apply(Array.from({ length: 1_000 }, (_, at) => result(at)));
  expect(statements).toBe(1);
  await apply(Array.from({ length: 1_000 }, (_, at) => result(at, { has_failures: false })));
  expect(statements).toBe(1);
  const [row] = await api.sql<{ count: number; first: Date; last: Date }>(
    `SELECT count(*)::int AS count, min(first_seen) AS first, max(last_seen) AS last FROM error_groups WHERE account_id = $1`,
    [id],
  );
  expect(row).toEqual({ count: 10, first: new Date(1_700_000_000_000), last: new Date(1_700_000_000_999) });
});
