import { Resolver } from 'node:dns/promises';
import { HostsFile } from '../../apps/agent/src/probes/hosts-file.js';
import { createResolve } from '../../apps/agent/src/probes/resolve.js';
import { dnsTarget, record, reply, stopDnsTargets, TYPES, type Answering } from './dns-target.js';

const mockLookup = jest.fn();
jest.mock('node:dns/promises', () => ({
  ...jest.requireActual<object>('node:dns/promises'),
  lookup: (...given: unknown[]) => mockLookup(...given) as unknown,
}));

beforeEach(() => mockLookup.mockReset().mockResolvedValue([{ address: '192.0.2.2', family: 4 }]));
afterAll(stopDnsTargets);

async function resolved(answering: Answering): Promise<string[]> {
  const port = await dnsTarget(answering);
  const newResolver = () => {
    const resolver = new Resolver({ timeout: 50, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver;
  };
  const resolve = createResolve(new HostsFile('/does/not/exist'), newResolver);
  return resolve('name.example', 4, new AbortController().signal);
}

describe('the addresses of a name', () => {
  it('are those of the name server', async () => {
    const answer: Answering = (query) => [reply(query, [record(TYPES.A, Buffer.from([192, 0, 2, 1]))])];
    expect([await resolved(answer), mockLookup.mock.calls]).toEqual([['192.0.2.1'], []]);
  });

  it.each<[string, Answering]>([
    ['name', (query) => [reply(query, [], { code: 3 })]],
    ['address', (query) => [reply(query)]],
  ])('are those of the system where the name server knows no such %s', async (_what, answer) => {
    expect(await resolved(answer)).toEqual(['192.0.2.2']);
  });

  it.each<[string, string, Answering]>([
    ['does not answer', 'ETIMEOUT', () => []],
    ['fails', 'ESERVFAIL', (query) => [reply(query, [], { code: 2 })]],
    ['refuses to answer', 'EREFUSED', (query) => [reply(query, [], { code: 5 })]],
  ])('are not looked for by the system where the name server %s', async (_what, code, answer) => {
    await expect(resolved(answer)).rejects.toMatchObject({
      message: `The host name.example could not be looked up (${code})`,
      code,
      networkError: true,
    });
    expect(mockLookup).not.toHaveBeenCalled();
  });
});
