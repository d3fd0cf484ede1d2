import { defaultServers } from '../../apps/agent/src/probes/dns-servers.js';
import { address, askDns, at } from './ask-dns.js';
import { dnsTarget, reply, stopDnsTargets } from './dns-target.js';
import { closedPort } from './targets.js';

afterAll(stopDnsTargets);

describe('name servers', () => {
  const here = (port: number) => `127.0.0.1:${port}`;

  it('are by default those of the specification, then those of the system', () => {
    expect(defaultServers().slice(0, 2)).toEqual(['8.8.8.8', '1.1.1.1']);
    expect(defaultServers().length).toBeGreaterThanOrEqual(2);
  });

  it('are asked in turn until one answers, and only that one counts', async () => {
    const silent = await dnsTarget(() => []);
    const good = await dnsTarget((query) => [reply(query, [address(1)])]);
    const never = await dnsTarget(() => {
      throw new Error('Nobody should ask');
    });
    const servers = [here(await closedPort()), here(silent), here(good), here(never)];
    const { detail, timings, responseTime } = await askDns({}, { defaultServers: () => servers });
    expect(detail.response?.nameServer).toBe(here(good));
    expect(timings!.wait).toBeGreaterThan(280);
    expect(responseTime).toBeLessThan(250);
    expect(detail.request).toMatchObject({ nameServer: null, port: null });
  });

  it('that answer no are not passed over', async () => {
    const no = await dnsTarget((query) => [reply(query, [], { code: 2 })]);
    const good = await dnsTarget((query) => [reply(query, [address(1)])]);
    const { detail } = await askDns({}, { defaultServers: () => [here(no), here(good)] });
    expect(detail.response?.responseCode).toBe('SERVFAIL');
  });

  it('that are all silent are named', async () => {
    const silent = await dnsTarget(() => []);
    const refused = await closedPort();
    const outcome = await askDns({}, { defaultServers: () => [here(refused), here(silent)] });
    expect(outcome.requestError).toContain('No name server gave an answer');
    expect(outcome.requestError).toContain(here(refused));
    expect(outcome.requestError).toContain(here(silent));
    expect(outcome.networkError).toBe(true);
  });

  it('of a check itself may be a name, and have nobody behind them', async () => {
    const port = await dnsTarget((query) => [reply(query, [address(1)])]);
    const { detail } = await askDns({ nameServer: 'localhost', port });
    expect(detail.response?.nameServer).toBe(here(port));
    const good = here(port);
    const closed = await askDns(at(await closedPort()), { defaultServers: () => [good] });
    expect(closed.requestError).toContain('ECONNREFUSED');
    const unknown = await askDns({ nameServer: 'does-not-exist.invalid' });
    expect(unknown).toMatchObject({ networkError: true, requestError: expect.stringContaining('does-not-exist') });
  });

  it('that are denied are never asked', async () => {
    let queries = 0;
    const port = await dnsTarget(() => {
      queries += 1;
      return [];
    });
    for (const nameServer of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
      const own = await askDns({ nameServer, port }, {}, ['127.0.0.0/8']);
      expect(own).toMatchObject({ networkError: false, requestError: expect.stringContaining('denied') });
    }
    const servers = await askDns({}, { defaultServers: () => [here(port)] }, ['127.0.0.0/8']);
    expect(servers.requestError).toContain('denied');
    expect(queries).toBe(0);
  });
});
