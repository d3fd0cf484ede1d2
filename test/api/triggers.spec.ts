import { newId } from '#persistence';
import { startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { failed, locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

interface Trigger {
  id: number;
  token: string;
  checkId: string;
  created_at: string;
  called_at: string | null;
  updated_at: string | null;
}

const PATH = '/v1/triggers/checks';

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

/** Its first scheduled run is over where it is active, so that only triggers start it. */
async function check(values: object = {}): Promise<string> {
  const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
  const { id } = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
  if (!('activated' in values)) await agent.report(passed(await agent.leaseOne()));
  return id;
}
const trigger = async (checkId: string) => (await account.client.post<Trigger>(`${PATH}/${checkId}`)).expect(201).body;
const call = (checkId: string, token: string, query = '') =>
  api.anonymous.get<{ hasFailures: boolean; responseTime: number }>(`/checks/${checkId}/trigger/${token}${query}`);

describe('the trigger of a check', () => {
  it('is created, read and deleted', async () => {
    const checkId = await check({ activated: false });
    (await account.client.get(`${PATH}/${checkId}`)).expect(404);
    const created = await trigger(checkId);
    expect(created).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      checkId,
      created_at: expect.any(String),
      called_at: null,
      updated_at: null,
    });
    expect((await account.client.get(`${PATH}/${checkId}`)).expect(200).body).toEqual(created);
    (await account.client.del(`${PATH}/${checkId}`)).expect(204);
    (await account.client.get(`${PATH}/${checkId}`)).expect(404);
    (await account.client.del(`${PATH}/${checkId}`)).expect(404);
    expect((await trigger(checkId)).token).not.toBe(created.token);
    (await call(checkId, created.token)).expect(404);
  });

  it('is one, also when several ask at the same time', async () => {
    const checkId = await check({ activated: false });
    const first = await trigger(checkId);
    expect(await trigger(checkId)).toEqual(first);
    const other = await check({ activated: false });
    const made = await Promise.all(Array.from({ length: 6 }, () => trigger(other)));
    expect(new Set(made.map(({ token }) => token)).size).toBe(1);
    expect(made[0]!.token).not.toBe(first.token);
  });

  it('needs a check', async () => {
    for (const id of [newId(), 'x']) {
      (await account.client.post(`${PATH}/${id}`)).expect(404);
      (await account.client.get(`${PATH}/${id}`)).expect(404);
      (await account.client.del(`${PATH}/${id}`)).expect(404);
    }
  });

  it('ends with its check', async () => {
    const checkId = await check({ activated: false });
    const { token } = await trigger(checkId);
    (await account.client.del(`/v1/checks/${checkId}`)).expect(204);
    (await call(checkId, token)).expect(404);
    expect(await api.sql('SELECT FROM check_trigger_hashes WHERE account_id = $1', [account.id])).toEqual([]);
  });

  it('is nothing for who may only read: its token runs the check', async () => {
    const checkId = await check({ activated: false });
    const runner = await account.clientOf('READ_RUN');
    (await runner.post(`${PATH}/${checkId}`)).expect(403);
    await trigger(checkId);
    (await runner.get(`${PATH}/${checkId}`)).expect(200);
    (await runner.del(`${PATH}/${checkId}`)).expect(403);
    (await (await account.clientOf('READ_ONLY')).get(`${PATH}/${checkId}`)).expect(403);
  });

  it('keeps its token sealed', async () => {
    const { token, id } = await trigger(await check({ activated: false }));
    const [row] = await api.sql<{ sealed: Buffer; hash: Buffer }>(
      `SELECT t.sealed_token AS sealed, h.token_hash AS hash FROM check_triggers t
       JOIN check_trigger_hashes h ON h.account_id = t.account_id AND h.trigger_id = t.id WHERE t.account_id = $1 AND t.id = $2`,
      [account.id, id],
    );
    expect(row!.sealed.includes(token) || row!.hash.includes(token)).toBe(false);
  });
});

describe('its address', () => {
  it('runs the check and answers 200 when it passed', async () => {
    const checkId = await check();
    const { token } = await trigger(checkId);
    const answer = call(checkId, token);
    const lease = await agent.leaseOne();
    await agent.report(passed(lease, { isDegraded: true, responseTime: 33 }));
    expect((await answer).expect(200).body).toEqual({ hasFailures: false, responseTime: 33 });
    const session = (await account.client.get(`/v1/check-sessions/${lease.sessionId}`)).expect(200).body;
    expect(session).toMatchObject({ checkId, source: 'LEGACY_TRIGGER', status: 'DEGRADED' });
    const read = (await account.client.get<Trigger>(`${PATH}/${checkId}`)).expect(200).body;
    expect(Date.parse(read.called_at!)).toBeGreaterThan(Date.parse(read.created_at));
  });

  it.each([{ hasErrors: false }, { hasFailures: false, hasErrors: true }])(
    'answers 503 when it did not pass: %j',
    async (values) => {
      const checkId = await check();
      const { token } = await trigger(checkId);
      const answer = call(checkId, token);
      await agent.report(failed(await agent.leaseOne(), { responseTime: 44, ...values }));
      expect((await answer).expect(503).body).toEqual({ hasFailures: true, responseTime: 44 });
    },
  );

  it('runs in the location that is asked for', async () => {
    const there = await locationWithAgent(api, account, 'there');
    const checkId = await check({ privateLocations: ['here', 'there'], runParallel: true, activated: false });
    await account.client.put(`/v1/checks/url/${checkId}`, { activated: true });
    await agent.report(passed(await agent.leaseOne()));
    await there.report(passed(await there.leaseOne()));
    const { token } = await trigger(checkId);
    const answer = call(
      checkId,
      token,
      '?runLocation=there&deployment=true&repository=a/b&sha=0f&environmentUrl=https://a.test&environmentName=e&deploymentId=1',
    );
    await there.report(passed(await there.leaseOne(), { responseTime: 5 }));
    expect((await answer).expect(200).body).toEqual({ hasFailures: false, responseTime: 5 });
    expect((await call(checkId, token, '?runLocation=nowhere')).expect(404).body).toMatchObject({
      message: 'No matching checks were found.',
    });
  });

  it('is the same 404 for a wrong token, a wrong check and the token of another check', async () => {
    const [mine, other] = [await check({ activated: false }), await check({ activated: false })];
    const { token } = await trigger(mine);
    await trigger(other);
    const wrong = [
      call(mine, 'aaaaaaaaaaaa'),
      call(mine, 'a'),
      call(mine, token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()),
      call(other, token),
      call(newId(), token),
      call('x', token),
    ];
    for (const answer of wrong) {
      expect((await answer).expect(404).body).toMatchObject({ error: 'Not Found', message: 'Not Found' });
    }
    const read = (await account.client.get<Trigger>(`${PATH}/${mine}`)).expect(200).body;
    expect(read.called_at).toBeNull();
  });

  it('says so when the check cannot run', async () => {
    const checkId = await check({ activated: false });
    const { token } = await trigger(checkId);
    const { body } = await call(checkId, token);
    expect(body).toMatchObject({ statusCode: 404, message: 'No matching checks were found.' });
  });

  it.each(['deployment=maybe', 'environmentUrl=nothing', 'runLocation=', 'other=1', 'sha=1&sha=2'])(
    'refuses ?%s',
    async (query) => {
      const checkId = await check({ activated: false });
      (await call(checkId, (await trigger(checkId)).token, `?${query}`)).expect(400);
    },
  );
});

describe('limits', () => {
  let limited: TestApi;

  beforeAll(async () => {
    limited = await startApi({ config: { rateLimit: 30 } });
  });
  afterAll(() => limited?.close());

  const make = async () => {
    const { client } = await limited.account();
    const body = urlCheckBody({ activated: false, privateLocations: [] });
    const { id } = (await client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
    const { token } = (await client.post<Trigger>(`${PATH}/${id}`)).expect(201).body;
    return `/checks/${id}/trigger/${token}`;
  };

  it('ten requests per minute and trigger, and failures of an address count together with wrong keys', async () => {
    const [one, other] = [await make(), await make()];
    for (let time = 0; time < 10; time += 1) (await limited.anonymous.get(one)).expect(404);
    const refused = (await limited.anonymous.get<ErrorBody>(one)).expect(429);
    expect(refused.body.message).toContain('10 requests per 60 s');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limited.anonymous.get<ErrorBody>(other)).expect(404).body.message).toContain('No matching');

    for (let time = 0; time < 30; time += 1) await limited.anonymous.as(`sv_${'0'.repeat(32)}`).get('/v1/checks');
    const { body } = (await limited.anonymous.get<ErrorBody>(other)).expect(429);
    expect(body.message).toContain('failed authentications');
  });
});
