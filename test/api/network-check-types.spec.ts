import { dnsCheckBody, icmpCheckBody, startApi, tcpCheckBody, type TestAccount, type TestApi } from '#testing';
import { failed, locationWithAgent, type FakeAgent } from './fake-agent.js';

interface Check {
  id: string;
  request: Record<string, unknown>;
  [field: string]: unknown;
}

/** The fields themselves are tested row by row in test/contract/network-checks.spec.ts. */
const TYPES = [
  ['tcp', 'TCP', tcpCheckBody],
  ['dns', 'DNS', dnsCheckBody],
  ['icmp', 'ICMP', icmpCheckBody],
] as const;

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const add = async <T = Check>(path: string, body: object) =>
  (await account.client.post<T>(path, body)).expect(201).body;
const read = async (id: string, query = '') => (await account.client.get<Check>(`/v1/checks/${id}${query}`)).body;

const ONLY_NETWORK = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2, onlyOn: ['NETWORK_ERROR'] };

describe.each(TYPES)('%s checks', (path, checkType, bodyOf) => {
  it('keep what clients add to assertions', async () => {
    const source = { tcp: 'RESPONSE_TIME', dns: 'RESPONSE_TIME', icmp: 'LATENCY' }[path];
    const assertion = { source, comparison: 'LESS_THAN', target: '100', order: 7, edit: true };
    const { id } = await add(`/v1/checks/${path}`, bodyOf({ request: { assertions: [assertion] } }));
    expect((await read(id)).request['assertions']).toEqual([{ ...assertion, property: '', regex: null }]);
  });

  it('are read back as they can be sent again', async () => {
    const { id } = await add(`/v1/checks/${path}`, bodyOf());
    const shown = await read(id);
    expect(shown).toMatchObject({ id, checkType });
    const again = (await account.client.put<Check>(`/v1/checks/${path}/${id}`, shown)).expect(200).body;
    expect(again).toEqual({ ...shown, updated_at: expect.any(String) });
  });

  it('take the settings of their group, but for what only HTTP has', async () => {
    const { id: groupId } = await add<{ id: number }>('/v2/check-groups', {
      name: 'Group',
      tags: ['of the group'],
      muted: true,
      retryStrategy: ONLY_NETWORK,
      apiCheckDefaults: { headers: [{ key: 'X-Group', value: '1' }], assertions: [] },
    });
    const { id, request } = await add(`/v1/checks/${path}`, bodyOf({ groupId, tags: ['own'] }));
    expect(await read(id, '?applyGroupSettings=true')).toMatchObject({
      tags: ['own', 'of the group'],
      muted: true,
      // Reference 3.6: network errors are told apart for API and URL checks only.
      retryStrategy: { type: 'FIXED', maxRetries: 2, onlyOn: [] },
      request,
    });
    (await account.client.del(`/v1/check-groups/${groupId}`)).expect(409);
  });

  it('are tried again after every failure', async () => {
    const agent: FakeAgent = await locationWithAgent(api, account, 'here');
    const { id: groupId } = await add<{ id: number }>('/v2/check-groups', {
      name: 'Group',
      retryStrategy: ONLY_NETWORK,
    });
    await add(`/v1/checks/${path}`, bodyOf({ groupId, privateLocations: ['here'], frequency: 1440 }));
    const next = async () => (await agent.ask({ checkTypes: [checkType], waitSeconds: 10 })).leases[0]!;
    const first = await next();
    expect(first).toMatchObject({ attempt: 1, check: { checkType } });
    expect(await agent.report(failed(first, { networkError: false }))).toEqual(['accepted']);
    expect(await next()).toMatchObject({ runId: first.runId, attempt: 2 });
  });
});

it('ICMP checks take limits on the response time and do nothing with them', async () => {
  const limits = { degradedResponseTime: 300_000, maxResponseTime: 0 };
  const { id, ...made } = await add('/v1/checks/icmp', icmpCheckBody(limits));
  for (const field of Object.keys(limits)) expect(made).not.toHaveProperty(field);
  const [stored] = await api.sql<{ settings: object }>('SELECT settings FROM checks WHERE id = $1', [id]);
  expect(Object.keys(stored!.settings).toSorted()).toEqual([
    'degradedPacketLossThreshold',
    'maxPacketLossThreshold',
    'request',
  ]);
});

it('DNS checks show a name server where they were given one', async () => {
  const { request } = await add('/v1/checks/dns', dnsCheckBody());
  expect(Object.keys(request).toSorted()).toEqual(['assertions', 'protocol', 'query', 'recordType']);
  const own = { nameServer: '127.0.0.1', port: 5_353 };
  expect((await add('/v1/checks/dns', dnsCheckBody({ request: own }))).request).toMatchObject(own);
});
