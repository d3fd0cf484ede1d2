import type { Lease, RunReport } from '#agent-protocol';
import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { createHash, randomUUID } from 'node:crypto';
import { failed, locationWithAgent, passed, type FakeAgent } from './fake-agent.js';
import { storeCheck, storeErrorGroup } from './stored-results.js';

const PATH = '/v1/error-groups';

interface Group {
  id: string;
  checkId: string;
  errorHash: string;
  rawErrorMessage: string | null;
  cleanedErrorMessage: string;
  firstSeen: string;
  lastSeen: string;
  archivedUntilNextEvent: boolean;
  rootCauseAnalyses: unknown[];
}

interface Result {
  id: string;
  resultType: string;
  startedAt: string;
  errorGroupIds: string[];
}

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
});

const create = async (values: object = {}) => {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
  return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
};
/** Runs the check once more and reports what `outcome` makes of the lease. */
async function run(checkId: string, outcome: (lease: Lease) => RunReport): Promise<RunReport> {
  (await account.client.post('/v2/check-sessions/trigger', { target: { checkId: [checkId] } })).expect(201);
  const report = outcome(await agent.leaseOne());
  expect(await agent.report(report)).toEqual(['accepted']);
  return report;
}
/** A check that has run once, failing with the message. */
async function failing(errorMessage: string | null, values: object = {}): Promise<string> {
  const checkId = await create(values);
  expect(await agent.report(failed(await agent.leaseOne(), { errorMessage }))).toEqual(['accepted']);
  return checkId;
}
const list = async (path = PATH) => (await account.client.get<Group[]>(path)).expect(200).body;
const ofCheck = (checkId: string) => list(`${PATH}/checks/${checkId}`);
const get = async (id: string) => (await account.client.get<Group>(`${PATH}/${id}`)).expect(200).body;
const patch = async (id: string, body: object) =>
  (await account.client.patch<Group>(`${PATH}/${id}`, body)).expect(200).body;
const resultsOf = async (checkId: string, query = '') =>
  (await account.client.get<{ entries: Result[] }>(`/v2/check-results/${checkId}?resultType=ALL${query}`)).expect(200)
    .body.entries;

describe('an error group', () => {
  it('appears with a failing result, with every field of spec 2.15', async () => {
    const checkId = await failing('it was 500');
    const [group, ...others] = await ofCheck(checkId);
    expect(others).toEqual([]);
    const [{ startedAt, id }] = (await resultsOf(checkId)) as [Result];
    expect(group).toEqual({
      id: expect.any(String),
      checkId,
      errorHash: createHash('sha256').update('it was <n>').digest('hex'),
      rawErrorMessage: 'it was 500',
      cleanedErrorMessage: 'it was <n>',
      firstSeen: startedAt,
      lastSeen: startedAt,
      archivedUntilNextEvent: false,
      rootCauseAnalyses: [],
    });
    expect(await get(group!.id)).toEqual(group);
    expect(await list()).toEqual([group]);
    const own = (await account.client.get<Result>(`/v1/check-results/${checkId}/${id}`)).expect(200).body;
    const page = (await account.client.get<Result[]>(`/v1/check-results/${checkId}`)).expect(200).body;
    const named = await resultsOf(checkId, '&fields=errorGroupIds');
    const ids = [own, page[0]!, named[0]!].map(({ errorGroupIds }) => errorGroupIds);
    expect(ids).toEqual(ids.map(() => [group!.id]));
  });

  it('holds all failures that are alike, and other failures are others', async () => {
    const checkId = await failing('took 512 ms');
    const [first] = await ofCheck(checkId);
    await run(checkId, (lease) => failed(lease, { errorMessage: 'took 1,024.5 ms' }));
    await run(checkId, (lease) => failed(lease, { errorMessage: 'refused' }));
    const groups = await ofCheck(checkId);
    expect(groups.map(({ cleanedErrorMessage }) => cleanedErrorMessage)).toEqual(['refused', 'took <n> ms']);
    expect(groups[1]).toEqual({ ...first, lastSeen: expect.any(String) });
    expect(groups[1]!.lastSeen > first!.lastSeen).toBe(true);
    // The same message of another check is another group.
    const other = await failing('refused');
    expect((await ofCheck(other))[0]!.errorHash).toBe(groups[0]!.errorHash);
    expect((await ofCheck(other))[0]!.id).not.toBe(groups[0]!.id);
  });

  it('is not made by what passes, nor by faults of the service, nor by runs that nobody took', async () => {
    const checkId = await create();
    expect(await agent.report(passed(await agent.leaseOne()))).toEqual(['accepted']);
    await run(checkId, (lease) => passed(lease, { hasErrors: true, errorMessage: 'The agent broke' }));
    await run(checkId, (lease) => failed(lease, { hasErrors: true }));
    const target = { target: { checkId: [checkId] } };
    const path = '/v2/check-sessions';
    const { sessions } = (await account.client.post<{ sessions: { id: string }[] }>(`${path}/trigger`, target)).expect(
      201,
    ).body;
    await api.sql(
      `UPDATE check_runs SET expires_at = now() - interval '1 s' WHERE account_id = $1 AND state <> 'done'`,
      [account.id],
    );
    (await account.client.get(`${path}/${sessions[0]!.id}/completion?maxWaitSeconds=30`)).expect(200);
    const results = await resultsOf(checkId);
    expect(results).toHaveLength(4);
    expect(results.flatMap(({ errorGroupIds }) => errorGroupIds)).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('counts attempts that were tried again', async () => {
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 };
    const checkId = await failing('first 1', { retryStrategy });
    expect(await agent.report(passed(await agent.leaseOne()))).toEqual(['accepted']);
    const [group] = await ofCheck(checkId);
    const results = await resultsOf(checkId);
    expect(results.map(({ resultType, errorGroupIds }) => [resultType, errorGroupIds])).toEqual([
      ['FINAL', []],
      ['ATTEMPT', [group!.id]],
    ]);
  });

  it('is made of a failure without a message, too', async () => {
    const [group] = await ofCheck(await failing(null));
    expect(group).toMatchObject({ rawErrorMessage: null, cleanedErrorMessage: '' });
  });

  it('keeps the longest message that a result can have', async () => {
    const message = `${'x'.repeat(9_998)}\u{1f600}`;
    const [group] = await ofCheck(await failing(message));
    expect(group!.rawErrorMessage).toBe(message);
    expect(group!.cleanedErrorMessage).toBe(`${'x'.repeat(1_999)}…`);
  });

  it('is counted once for a report that comes twice', async () => {
    const checkId = await create();
    const report = failed(await agent.leaseOne(), { errorMessage: 'once' });
    expect(await agent.report(report, report)).toEqual(['accepted', 'duplicate']);
    const [group] = await ofCheck(checkId);
    await patch(group!.id, { archivedUntilNextEvent: true });
    expect(await agent.report(report)).toEqual(['duplicate']);
    expect(await ofCheck(checkId)).toEqual([{ ...group, archivedUntilNextEvent: true }]);
  });

  it('is seen first and last by the times of the results, in whatever order they come', async () => {
    const checkId = await create();
    const leases = [await agent.leaseOne()];
    for (const _ of [1, 2]) {
      (await account.client.post('/v2/check-sessions/trigger', { target: { checkId: [checkId] } })).expect(201);
      leases.push(await agent.leaseOne());
    }
    const reports = [40_000, 20_000, 60_000].map((startedAfterMs, at) =>
      failed(leases[at]!, { errorMessage: 'late', startedAfterMs, stoppedAfterMs: startedAfterMs + 1 }),
    );
    for (const report of reports) expect(await agent.report(report)).toEqual(['accepted']);
    const [group] = await ofCheck(checkId);
    const times = (await resultsOf(checkId)).map(({ startedAt }) => startedAt).toSorted();
    expect([group!.firstSeen, group!.lastSeen]).toEqual([times[0], times[2]]);
    expect(times[0]! < times[1]!).toBe(true);
  });

  it('goes with its check', async () => {
    const checkId = await failing('gone');
    const [group] = await ofCheck(checkId);
    (await account.client.del(`/v1/checks/${checkId}`)).expect(204);
    (await account.client.get(`${PATH}/${group!.id}`)).expect(404);
    (await account.client.get(`${PATH}/checks/${checkId}`)).expect(404);
    expect((await account.client.get(PATH)).headers.get('content-range')).toBe('*/0');
  });
});

describe('archiving', () => {
  it('until the next event ends with it', async () => {
    const checkId = await failing('again 1');
    const [group] = await ofCheck(checkId);
    expect(await patch(group!.id, { archivedUntilNextEvent: true })).toEqual({
      ...group,
      archivedUntilNextEvent: true,
    });
    await run(checkId, (lease) => passed(lease));
    await run(checkId, (lease) => failed(lease, { errorMessage: 'another' }));
    expect((await get(group!.id)).archivedUntilNextEvent).toBe(true);
    await run(checkId, (lease) => failed(lease, { errorMessage: 'again 2' }));
    expect((await get(group!.id)).archivedUntilNextEvent).toBe(false);
  });

  it('for ever hides the group from lists, events or not, until it is taken back', async () => {
    const checkId = await failing('noise 1');
    const [group] = await ofCheck(checkId);
    const answer = await patch(group!.id, { archiveForEver: true });
    expect(answer).toEqual(group);
    await run(checkId, (lease) => failed(lease, { errorMessage: 'noise 2' }));
    await run(checkId, (lease) => failed(lease, { errorMessage: 'news' }));
    for (const path of [PATH, `${PATH}/checks/${checkId}`]) {
      const { body, headers } = (await account.client.get<Group[]>(path)).expect(200);
      expect(body.map(({ rawErrorMessage }) => rawErrorMessage)).toEqual(['news']);
      expect(headers.get('content-range')).toBe('0-0/1');
    }
    expect((await get(group!.id)).lastSeen > group!.lastSeen).toBe(true);
    await patch(group!.id, { archiveForEver: false });
    expect(await ofCheck(checkId)).toHaveLength(2);
  });

  it('changes what is named only, and takes back what was read', async () => {
    const [group] = await ofCheck(await failing('same'));
    expect(await patch(group!.id, {})).toEqual(group);
    expect(await patch(group!.id, { ...group, archivedUntilNextEvent: true, firstSeen: 'x' })).toEqual({
      ...group,
      archivedUntilNextEvent: true,
    });
    for (const body of [{ archivedUntilNextEvent: null }, { archiveForEver: 'yes' }, { archived: true }])
      (await account.client.patch<ErrorBody>(`${PATH}/${group!.id}`, body)).expect(400);
  });

  it('needs READ_WRITE', async () => {
    const [group] = await ofCheck(await failing('mine'));
    const reader = await account.clientOf('READ_RUN');
    (await reader.patch(`${PATH}/${group!.id}`, { archiveForEver: true })).expect(403);
    (await reader.get(`${PATH}/${group!.id}`)).expect(200);
  });
});

describe('lists', () => {
  it('come in pages, the newest first, with totals', async () => {
    const checkId = await storeCheck(api, account.id);
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1)
      ids.unshift(await storeErrorGroup(api, account.id, checkId, new Date(at * 60_000)));
    for (const path of [PATH, `${PATH}/checks/${checkId}`]) {
      const first = (await account.client.get<Group[]>(path)).expect(200);
      expect([first.body.map(({ id }) => id), first.headers.get('content-range')]).toEqual([
        ids.slice(0, 10),
        '0-9/12',
      ]);
      const last = (await account.client.get<Group[]>(`${path}?limit=5&page=3`)).expect(200);
      expect([last.body.map(({ id }) => id), last.headers.get('content-range')]).toEqual([ids.slice(10), '10-11/12']);
      const beyond = (await account.client.get<Group[]>(`${path}?page=9`)).expect(200);
      expect([beyond.body, beyond.headers.get('content-range')]).toEqual([[], '*/12']);
    }
  });

  it('of unknown and malformed checks are 404', async () => {
    for (const id of [randomUUID(), 'x']) {
      (await account.client.get(`${PATH}/checks/${id}`)).expect(404);
      (await account.client.get(`${PATH}/${id}`)).expect(404);
    }
    expect(await ofCheck(await storeCheck(api, account.id))).toEqual([]);
  });
});
