import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkInterfaces } from 'node:os';
import { RequestFailure, type Outcome } from '#agent';
import { addressPolicy, type Assertion, type IcmpRequest } from '#domain';
import { createPing, findPing, type Ping } from '../../apps/agent/src/probes/icmp-ping.js';
import { createIcmpProbe, type IcmpCheckResult } from '../../apps/agent/src/probes/icmp.js';
import { findTool } from '../../apps/agent/src/system-tool.js';
import { eventually } from './eventually.js';
import { fakeTool } from './fake-tool.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { temporaryFolder } from './start-agent.js';

const PATH = process.env.TEST_PING ?? findTool('ping');
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

async function askIcmp(
  ping: Ping,
  request: Partial<IcmpRequest>,
  denied: string[] = [],
  signal = new AbortController().signal,
): Promise<Outcome & { detail: IcmpCheckResult }> {
  const whole = { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 1, assertions: [], ...request };
  const outcome = await runProbe(
    createIcmpProbe(ping),
    leasedCheck('ICMP', whole),
    { isDenied: addressPolicy(denied) },
    signal,
  );
  return outcome as Outcome & { detail: IcmpCheckResult };
}

const echoes = `cat ${join(__dirname, 'fixtures/ping/iputils-loss.txt')}`;
const says = (source: string, comparison: Assertion['comparison'], target: string, property = ''): Assertion => ({
  source,
  property,
  comparison,
  target,
  regex: null,
});

describe('a ping', () => {
  it('is run without a shell and without the environment of the agent', async () => {
    process.env.CANARY_OF_THE_AGENT = 'canary';
    const { path, calls } = fakeTool(echoes);
    await askIcmp(createPing(path), { pingCount: null });
    delete process.env.CANARY_OF_THE_AGENT;
    expect(calls()).toContain('-c 10 -i 0.5 -W 2 127.0.0.1');
    expect(calls()).toContain("LC_ALL='C'");
    expect(calls()).not.toContain('canary');
  });

  it.each(['-f', '--help', '$(reboot)', '127.0.0.1;reboot', '127.0.0.1 -f', '`reboot`', 'a b'])(
    'is not made for %j, which is the name of no host',
    async (hostname) => {
      const { path, calls } = fakeTool(echoes);
      const outcome = await askIcmp(createPing(path), { hostname });
      expect(outcome).toMatchObject({ networkError: true, detail: { response: null } });
      expect(outcome.requestError).toContain(hostname);
      expect(calls()).toBe('');
    },
  );

  it('becomes a result with losses and latencies', async () => {
    const outcome = await askIcmp(createPing(fakeTool(echoes).path), {
      hostname: 'localhost',
      pingCount: 5,
      assertions: [
        says('LATENCY', 'LESS_THAN', '20', 'avg'),
        says('LATENCY', 'GREATER_THAN', '20', 'max'),
        says('LATENCY', 'EQUALS', '10.1', 'min'),
        says('LATENCY', 'EQUALS', '11.2'),
        says('LATENCY', 'EQUALS', '1.1', 'stdDev'),
        says('LATENCY', 'LESS_THAN', '20', 'toString'),
        says('JSON_RESPONSE', 'EQUALS', '2', '$.packetsReceived'),
        says('JSON_RESPONSE', 'EQUALS', '11', '$.pingResults[3].type'),
        says('JSON_RESPONSE', 'EQUALS', 'true', '$.pingResults[*].success'),
      ],
    });
    expect(outcome.assertions.map(({ passed }) => passed)).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(outcome.assertions[1]?.message).toBe('Expected LATENCY max to be greater than 20, but it was 12.3');
    expect(outcome).toMatchObject({
      responseTime: 11.2,
      requestError: null,
      networkError: false,
      metrics: { packetLoss: 60, latencyAvg: 11.2, latencyMin: 10.1, latencyMax: 12.3, latencyStdDev: 1.1 },
    });
    expect(outcome.detail).toMatchObject({
      request: { hostname: 'localhost', ipFamily: 'IPv4', pingCount: 5 },
      response: {
        resolvedIp: '127.0.0.1',
        packetsSent: 5,
        packetsReceived: 2,
        packetSize: 56,
        packetLoss: 60,
        latency: { avg: 11.2, min: 10.1, max: 12.3, stdDev: 1.1 },
        pingResults: expect.arrayContaining([
          { sequence: 2, type: null, code: null, success: false, rtt: null, ttl: null },
        ]),
      },
      requestError: null,
    });
    expect(outcome.timings?.dns).toBe(outcome.detail.response?.timingPhases.dns);
  });

  it('that nobody answers has no latency', async () => {
    const ping = createPing(fakeTool(`cat ${join(__dirname, 'fixtures/ping/iputils-silence.txt')}; exit 1`).path);
    const outcome = await askIcmp(ping, { assertions: [says('LATENCY', 'IS_NULL', '', 'avg')] });
    expect(outcome).toMatchObject({
      responseTime: 0,
      requestError: null,
      networkError: true,
      metrics: { packetLoss: 100 },
    });
    expect(outcome.assertions[0]?.passed).toBe(true);
    expect(Object.keys(outcome.metrics!)).toEqual(['packetLoss']);
  });

  it.each([
    ['ping: connect: Network is unreachable', 'ENETUNREACH'],
    ['ping: connect: Cannot assign requested address', 'EADDRNOTAVAIL'],
    ['ping: Do you want to ping broadcast? Then -b.', 'EINVAL'],
  ])('without a way to the target is a matter of the network: %s', async (words, code) => {
    const outcome = await askIcmp(createPing(fakeTool(`echo '${words}' >&2; exit 2`).path), {});
    expect(outcome).toMatchObject({ networkError: true, detail: { response: null } });
    expect(outcome.requestError).toContain(code);
  });

  it.each([
    ['is not allowed', "echo 'ping: socket: Operation not permitted' >&2; exit 2"],
    ['says nothing', 'exit 0'],
  ])('that %s is the fault of the platform', async (_name, script) => {
    await expect(askIcmp(createPing(fakeTool(script).path), {})).rejects.toThrow('ping could not be used');
  });

  it('falls back to IPv4 where this machine has no IPv6', async () => {
    const { path, calls } = fakeTool(
      `case "$*" in *::1) echo 'connect: Cannot assign requested address' >&2; exit 2;; esac\n${echoes}`,
    );
    const { detail } = await askIcmp(createPing(path), { hostname: 'localhost', ipFamily: 'IPv6' });
    expect(detail.response).toMatchObject({ resolvedIp: '127.0.0.1', ipFamily: 'IPv4' });
    expect(calls()).toContain('::1');
  });

  it('is never made to an address that is denied', async () => {
    const { path, calls } = fakeTool(echoes);
    for (const hostname of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
      const outcome = await askIcmp(createPing(path), { hostname }, ['127.0.0.0/8']);
      expect(outcome).toMatchObject({ networkError: false, requestError: expect.stringContaining('denied') });
    }
    expect(calls()).toBe('');
  });

  it('ends with the signal, with all its processes', async () => {
    const folder = temporaryFolder();
    const started = join(folder, 'started');
    const { path } = fakeTool(`sleep 60 & echo $! > ${started}.part; mv ${started}.part ${started}; sleep 60`);
    const controller = new AbortController();
    const outcome = askIcmp(createPing(path), {}, [], controller.signal);
    await eventually('the ping', () => existsSync(started));
    controller.abort(new RequestFailure('Time is up', { networkError: true }));
    expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    const pid = Number(readFileSync(started, 'utf8'));
    await eventually('the end of its processes', () => hasEnded(pid));
  });

  it('whose output has no end is read to a limit', async () => {
    const outcome = await askIcmp(createPing(fakeTool(`${echoes}; head -c 2000000 /dev/zero`).path), {});
    expect(outcome.detail.response?.packetLoss).toBe(60);
  });
});

/** A process that nobody has waited for yet still has a number. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] === 'Z';
  } catch {
    return true;
  }
}

describe('the capability', () => {
  it.each([
    ['there is no ping', () => null, 'no ping'],
    ['the ping is not allowed', () => fakeTool("echo 'Operation not permitted' >&2; exit 2").path, 'not permitted'],
    ['the ping cannot be started', () => '/does/not/exist/ping', 'ENOENT'],
    [
      'the ping does not reach this machine',
      () => fakeTool(`cat ${join(__dirname, 'fixtures/ping/iputils-silence.txt')}`).path,
      'does not reach',
    ],
  ])('is absent where %s', async (_name, path, words) => {
    expect(await findPing(path())).toEqual({ problem: expect.stringContaining(words) });
  });

  it('is there where a ping is answered', async () => {
    expect(await findPing(fakeTool(echoes).path)).toHaveProperty('ping');
  });
});

(PATH === null ? describe.skip : describe)('the ping of this machine (skipped where there is none)', () => {
  const ping = createPing(PATH ?? '');

  it('reaches the machine itself, 500 ms apart', async () => {
    const began = performance.now();
    const { detail, metrics, responseTime } = await askIcmp(ping, { hostname: 'localhost', pingCount: 3 });
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(detail.response).toMatchObject({ packetsSent: 3, packetsReceived: 3, packetLoss: 0 });
    expect(detail.response?.pingResults.map(({ sequence, success }) => [sequence, success])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(responseTime).toBe(metrics?.latencyAvg);
    expect(responseTime).toBeGreaterThan(0);
  });

  it('finds that an address does not answer', async () => {
    // TEST-NET-1: no host there; machines without a network say so at once.
    const outcome = await askIcmp(ping, { hostname: '192.0.2.231', pingCount: 2 });
    expect(outcome.networkError).toBe(true);
    expect(outcome.requestError ?? `${outcome.metrics?.packetLoss}%`).toMatch(/^100%$|cannot be pinged/);
  });
});

(PATH === null || !hasIpv6 ? describe.skip : describe)('and its IPv6', () => {
  it('reaches the machine itself', async () => {
    const { detail } = await askIcmp(createPing(PATH ?? ''), { hostname: '::1', ipFamily: 'IPv6' });
    expect(detail.response).toMatchObject({ resolvedIp: '::1', ipFamily: 'IPv6', packetLoss: 0 });
  });
});
