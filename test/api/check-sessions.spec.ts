import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

interface SessionBody {
  id: string;
  checkId: string;
  status: string;
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;
let agent: FakeAgent;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await api.account();
  agent = await locationWithAgent(api, account, 'here');
});

/** A check whose first scheduled run is over, so that only triggers start it. */
const quietCheck = async (values: object = {}) => {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
  const { id } = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
  const lease = await agent.leaseOne();
  await agent.report(passed(lease));
  return id;
};
const trigger = (target?: object, version = 'v2') =>
  account.client.post<{ sessions: SessionBody[] }>(`/${version}/check-sessions/trigger`, target ? { target } : {});

describe.each(['v1', 'v2'])('%s', (version) => {
  it('opens a session that carries the names of the specification and of the contract', async () => {
    const checkId = await quietCheck({ name: 'Mine' });
    const [session] = (await trigger({ checkId: [checkId] }, version)).expect(201).body.sessions;
    expect(session).toMatchObject({
      checkId,
      checkType: 'URL',
      name: 'Mine',
      status: 'STARTED',
      source: 'TRIGGER_API',
      runLocations: ['here'],
    });
    expect(session).not.toHaveProperty('stoppedAt');
    expect(session).toMatchObject({
      checkSessionId: session!.id,
      checkSessionLink: session!['link'],
      runSource: 'TRIGGER_API',
      timeElapsed: session!['duration'],
    });
    const read = (await account.client.get<SessionBody>(`/${version}/check-sessions/${session!.id}`)).expect(200).body;
    expect(read).toMatchObject({ id: session!.id, results: [] });
  });

  it('completion answers as soon as the session ends, and 408 with Retry-After before', async () => {
    const checkId = await quietCheck();
    const { id } = (await trigger({ checkId: [checkId] }, version)).body.sessions[0]!;
    const early = (
      await account.client.get<ErrorBody>(`/${version}/check-sessions/${id}/completion?maxWaitSeconds=1`)
    ).expect(408);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(early.body).toMatchObject({
      error: 'Request Time-out',
      message: expect.stringContaining('still in progress'),
    });
    const waiting = account.client.get<SessionBody>(`/${version}/check-sessions/${id}/completion?maxWaitSeconds=20`);
    await agent.report(passed(await agent.leaseOne()));
    expect((await waiting).expect(200).body).toMatchObject({
      id,
      status: 'PASSED',
      results: [{ resultType: 'FINAL' }],
    });
  });
});

describe('which checks are run', () => {
  const triggered = async (target?: object) =>
    (await trigger(target))
      .expect(201)
      .body.sessions.map(({ checkId }) => checkId)
      .toSorted();

  it('all, by id, or by tags: outer list or, inner list and', async () => {
    const a = await quietCheck({ tags: ['web', 'prod'] });
    const b = await quietCheck({ tags: ['shop'] });
    await quietCheck({ tags: ['web'] });
    expect(await triggered({ matchTags: [['web', 'prod'], ['shop']] })).toEqual([a, b].toSorted());
    expect(await triggered({ checkId: [b] })).toEqual([b]);
    expect(await triggered({ checkId: [a, b], matchTags: [['shop']] })).toEqual([b]);
    expect(await triggered()).toHaveLength(3);
  });

  it('only those that are activated and can run; 404 when none is left', async () => {
    const checkId = await quietCheck();
    await account.client.put(`/v1/checks/url/${checkId}`, { activated: false });
    const answer = await account.client.post<ErrorBody>('/v1/check-sessions/trigger', {
      target: { checkId: [checkId] },
    });
    expect(answer.expect(404).body.message).toBe('No matching checks were found.');
  });

  it('none of another account', async () => {
    const checkId = await quietCheck();
    const stranger = await api.account();
    (await stranger.client.post('/v1/check-sessions/trigger', { target: { checkId: [checkId] } })).expect(404);
  });
});

it('an unknown session is a 404 that says so', async () => {
  const answer = await account.client.get<ErrorBody>('/v1/check-sessions/01932d5e-7a00-7000-8000-000000000000');
  expect(answer.expect(404).body.message).toBe('No such check session.');
});

it('triggering needs READ_RUN', async () => {
  (await (await account.clientOf('READ_ONLY')).post('/v1/check-sessions/trigger', {})).expect(403);
});
