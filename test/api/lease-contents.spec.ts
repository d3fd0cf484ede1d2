import type { LeaseContext } from '#agent-protocol';
import { apiCheckBody, startApi, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { selfSigned } from '../../src/demo/certificate.js';
import { FakeAgent, locationWithAgent } from './fake-agent.js';

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

const add = async <T = { id: string }>(path: string, body: object) =>
  (await account.client.post<T>(path, body)).expect(201).body;
const WHERE = { privateLocations: ['here'], frequency: 1440 };
const leaseApiCheck = async () =>
  (await agent.ask({ checkTypes: ['API'], runtimes: ['2026.04'], waitSeconds: 10 })).leases[0]!;

describe('what is leased of an API check', () => {
  it('is worked together with its group, with its secrets opened', async () => {
    const secret = { key: 'TOKEN', value: 'of the group', locked: false, secret: true };
    const { id: groupId } = await add<{ id: number }>('/v2/check-groups', {
      name: 'Group',
      apiCheckDefaults: {
        url: 'https://api.example.com',
        headers: [{ key: 'X-Group', value: 'g' }],
        basicAuth: { username: 'ada', password: '{{TOKEN}}' },
      },
      environmentVariables: [secret, { key: 'ONLY_GROUP', value: '1' }],
      localSetupScript: 'group set-up',
      localTearDownScript: 'group teardown',
    });
    await add('/v1/checks/api', {
      ...apiCheckBody({ ...WHERE, groupId }),
      environmentVariables: [{ ...secret, value: 'of the check' }],
      localSetupScript: 'check set-up',
      localTearDownScript: 'check teardown',
    });
    const { check, resultId, source } = await leaseApiCheck();
    expect(check).toMatchObject({
      checkType: 'API',
      request: {
        headers: expect.arrayContaining([{ key: 'X-Group', value: 'g', locked: false }]),
        basicAuth: { username: 'ada', password: '{{TOKEN}}' },
      },
      variables: [
        { key: 'TOKEN', value: 'of the check', secret: true },
        { key: 'ONLY_GROUP', value: '1', secret: false },
      ],
      groupBaseUrl: 'https://api.example.com',
      scripts: {
        setUp: [{ source: 'group set-up' }, { source: 'check set-up' }],
        tearDown: [{ source: 'check teardown' }, { source: 'group teardown' }],
      },
    });
    expect(source).toBe('SCHEDULER');
    expect(resultId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says nothing of groups and scripts where there are none', async () => {
    await add('/v1/checks/api', apiCheckBody(WHERE));
    expect((await leaseApiCheck()).check).toMatchObject({
      variables: [],
      groupBaseUrl: null,
      scripts: { setUp: [], tearDown: [] },
    });
  });
});

describe('the context', () => {
  const nextContext = async (known: string | null): Promise<LeaseContext | null> => {
    await add('/v1/checks/url', urlCheckBody(WHERE));
    return (await agent.ask({ waitSeconds: 10, contextVersion: known })).context;
  };

  it('comes with the first lease, and again only after a change', async () => {
    const { cert, key } = selfSigned();
    await add('/v1/variables', { key: 'SECRET', value: 'opened', secret: true });
    const certificate = await add('/v1/client-certificates', { host: '*.example.com', cert, key });
    const first = (await nextContext(null))!;
    expect(first).toEqual({
      version: expect.any(String),
      accountId: account.id,
      variables: [{ key: 'SECRET', value: 'opened', secret: true }],
      snippets: [],
      certificates: [
        {
          id: certificate.id,
          host: '*.example.com',
          cert,
          ca: null,
          key,
          passphrase: null,
          createdAt: expect.any(String),
        },
      ],
      proxyUrl: null,
    });
    expect(await nextContext(first.version)).toBeNull();

    (await account.client.put('/v1/variables/SECRET', { value: 'changed' })).expect(200);
    const second = (await nextContext(first.version))!;
    expect(second.variables).toEqual([{ key: 'SECRET', value: 'changed', secret: true }]);

    (await account.client.del(`/v1/client-certificates/${certificate.id}`)).expect(204);
    expect((await nextContext(second.version))!.certificates).toEqual([]);
  });

  it('follows the proxy of the location', async () => {
    const first = (await nextContext(null))!;
    const [location] = (await account.client.get<{ id: string }[]>('/v1/private-locations')).expect(200).body;
    const change = { name: 'Here', proxyUrl: 'http://proxy:3128' };
    (await account.client.put(`/v1/private-locations/${location!.id}`, change)).expect(200);
    expect((await nextContext(first.version))!.proxyUrl).toBe('http://proxy:3128');
  });

  it("is nobody else's", async () => {
    await add('/v1/variables', { key: 'MINE', value: '1' });
    const other = await api.account();
    const stranger = await locationWithAgent(api, other, 'here');
    (await other.client.post('/v1/checks/url', urlCheckBody(WHERE))).expect(201);
    expect((await stranger.ask({ waitSeconds: 10 })).context).toMatchObject({ accountId: other.id, variables: [] });
  });
});
