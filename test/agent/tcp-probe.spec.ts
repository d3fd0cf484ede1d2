import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { builtInProbes, RequestFailure, type Outcome } from '#agent';
import { addressPolicy, type Assertion, type Comparison, type TcpRequest } from '#domain';
import { createTcpProbe, DATA_KEPT, type TcpCheckResult } from '../../apps/agent/src/probes/tcp.js';
import { ANSWER_LIMIT } from '../../apps/agent/src/probes/tcp-answer.js';
import { eventually } from './eventually.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { closedPort, stopTargets, tcpTarget } from './targets.js';

afterAll(stopTargets);

/** A fifth of what targets get. */
const probe = createTcpProbe(undefined, {
  asserted: { firstByte: 1_000, quiet: 100, total: 2_000 },
  shown: { firstByte: 200, quiet: 150, total: 600 },
});
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

async function askTcp(
  request: Partial<TcpRequest>,
  denied: string[] = [],
  signal = new AbortController().signal,
): Promise<Outcome & { detail: TcpCheckResult }> {
  const whole = { hostname: '127.0.0.1', data: null, ipFamily: 'IPv4', assertions: [], ...request };
  const outcome = await runProbe(probe, leasedCheck('TCP', whole), { isDenied: addressPolicy(denied) }, signal);
  return outcome as Outcome & { detail: TcpCheckResult };
}

const says = (comparison: Comparison, target = '', source = 'RESPONSE_DATA'): Assertion => ({
  source,
  property: '',
  comparison,
  target,
  regex: null,
});

const silent = () => undefined;
const echo = (socket: Socket) => socket.on('data', (data) => socket.write(data));
const reset = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy());

describe('a connection', () => {
  it('is all that is asked for without data and assertions', async () => {
    let heard = '';
    let closed = false;
    const port = await tcpTarget((socket) => {
      socket.on('data', (data) => (heard += data.toString()));
      socket.once('close', () => (closed = true));
    });
    const outcome = await askTcp({ hostname: 'localhost', port });
    expect(outcome).toMatchObject({ requestError: null, networkError: false, statusCode: null, assertions: [] });
    expect(outcome.detail).toMatchObject({
      request: { hostname: 'localhost', port, ipFamily: 'IPv4', data: null },
      response: { resolvedIp: '127.0.0.1', data: null, ended: null, truncated: false },
      requestError: null,
    });
    await eventually('the end of the connection', () => closed);
    expect(heard).toBe('');
  });

  it('is timed in phases, and the response time is that of the connection', async () => {
    const port = await tcpTarget((socket) => socket.once('data', () => setTimeout(() => socket.end('late'), 300)));
    const { responseTime, timings, detail } = await askTcp({ port, data: 'x', assertions: [says('NOT_EMPTY')] });
    const { dns, connection, data, total } = detail.response!.timingPhases;
    expect(timings).toMatchObject({ dns, tcp: connection, download: data, tls: 0, firstByte: 0 });
    expect(responseTime).toBe(connection);
    expect(connection).toBeGreaterThan(0);
    expect(connection).toBeLessThan(250);
    expect(data).toBeGreaterThan(290);
    expect(timings!.wait + dns + connection + data).toBeCloseTo(total, 2);
  });

  it.each([
    ['refused', '127.0.0.1', true, 'was refused (ECONNREFUSED)'],
    ['to a host that does not exist', 'does-not-exist.invalid', true, 'does-not-exist.invalid'],
  ])('that is %s is no answer', async (_name, hostname, networkError, words) => {
    const outcome = await askTcp({ hostname, port: await closedPort() });
    expect(outcome).toMatchObject({ networkError, assertions: [], detail: { response: null } });
    expect(outcome.requestError).toContain(words);
    expect(outcome.detail.requestError).toBe(outcome.requestError);
    expect(outcome.responseTime).toBeGreaterThan(0);
  });

  it.each([
    ['an address', '127.0.0.1'],
    ['a name', 'localhost'],
    ['a mapped address', '::ffff:127.0.0.1'],
  ])('to %s that is denied is never made', async (_name, hostname) => {
    let connections = 0;
    const port = await tcpTarget(() => (connections += 1));
    const outcome = await askTcp({ hostname, port }, ['127.0.0.0/8']);
    expect(outcome).toMatchObject({ networkError: false, detail: { response: null } });
    expect(outcome.requestError).toContain('denied');
    expect(connections).toBe(0);
  });

  it('falls back to IPv4 where this machine has no IPv6', async () => {
    const port = await tcpTarget(silent);
    const off = createTcpProbe((_host, family) =>
      family === 6
        ? Promise.reject(new RequestFailure('off', { networkError: true, code: 'EAFNOSUPPORT' }))
        : Promise.resolve(['127.0.0.1']),
    );
    const outcome = await runProbe(off, leasedCheck('TCP', { hostname: 'name', port, ipFamily: 'IPv6' }));
    expect(outcome.detail).toMatchObject({ response: { resolvedIp: '127.0.0.1' } });
  });

  it.each([true, false])('is made with the resolver of the operating system: %s', async (osDnsResolver) => {
    const port = await tcpTarget(silent);
    const own = (await builtInProbes({ osDnsResolver })).get('TCP')!;
    const connected = await runProbe(own, leasedCheck('TCP', { hostname: 'localhost', port }));
    expect(connected.detail).toMatchObject({ response: { resolvedIp: '127.0.0.1' } });
    const unknown = await runProbe(own, leasedCheck('TCP', { hostname: 'does-not-exist.invalid', port }));
    expect(unknown).toMatchObject({ networkError: true, requestError: expect.stringContaining('does-not-exist') });
  });

  it('is made to the next address when one refuses', async () => {
    const port = await tcpTarget(silent);
    const two = createTcpProbe(() => Promise.resolve(['127.0.0.2', '127.0.0.1']));
    const outcome = await runProbe(two, leasedCheck('TCP', { hostname: 'name', port }));
    expect(outcome.detail).toMatchObject({ response: { resolvedIp: '127.0.0.1' } });
  });
});

(hasIpv6 ? describe : describe.skip)('IPv6', () => {
  it('is spoken by address and by name', async () => {
    const server = createServer().listen(0, '::1');
    await eventually('the server', () => server.listening);
    const { port } = server.address() as AddressInfo;
    for (const hostname of ['::1', 'a.localhost']) {
      const { detail } = await askTcp({ hostname, port, ipFamily: 'IPv6' });
      expect(detail.response?.resolvedIp).toBe('::1');
    }
    server.close();
  });
});

describe('an answer', () => {
  it('is judged by the assertions of the check', async () => {
    const port = await tcpTarget((socket) => socket.end('220 héllo\r\n'));
    const assertions = [
      says('CONTAINS', '220'),
      says('EQUALS', '220'),
      { ...says('EQUALS', 'héllo'), property: '^220 (.*)\\r' },
      says('LESS_THAN', '1000', 'RESPONSE_TIME'),
      says('GREATER_THAN', '1000', 'RESPONSE_TIME'),
    ];
    const outcome = await askTcp({ port, assertions });
    expect(outcome.assertions.map(({ passed }) => passed)).toEqual([true, false, true, true, false]);
    expect(outcome.assertions[1]?.message).toBe('Expected RESPONSE_DATA to equal 220, but it was 220 héllo\r\n');
    expect(outcome.detail).toMatchObject({
      assertions: outcome.assertions,
      response: { data: '220 héllo\r\n', ended: 'closed' },
    });
  });

  it('to what was sent is read, and not waited for once it is known', async () => {
    const port = await tcpTarget(echo);
    const { detail } = await askTcp({ port, data: 'PING\r\n', assertions: [says('CONTAINS', 'PING')] });
    expect(detail.response).toMatchObject({ data: 'PING\r\n', ended: 'enough' });
  });

  it('ends with silence where the peer keeps the connection', async () => {
    const port = await tcpTarget(echo);
    const { detail } = await askTcp({ port, data: 'PING', assertions: [says('EQUALS', 'PING')] });
    expect(detail.response).toMatchObject({ data: 'PING', ended: 'quiet' });
    expect(detail.response!.timingPhases.data).toBeGreaterThan(90);
  });

  it('that never comes is empty, and not long waited for unless it is asserted on', async () => {
    const port = await tcpTarget(silent);
    const { detail, failures, networkError } = await askTcp({ port, data: 'PING' });
    expect([detail.response?.data, detail.response?.ended, failures, networkError]).toEqual([
      '',
      'quiet',
      undefined,
      false,
    ]);
    expect(detail.response!.timingPhases.data).toBeLessThan(2_000);
    const asserted = await askTcp({ port, assertions: [says('NOT_EMPTY')] });
    expect(asserted.assertions[0]?.message).toBe('Expected RESPONSE_DATA not to be empty, but it was empty');
  });

  it('that drips is waited for to a limit', async () => {
    const port = await tcpTarget((socket) => {
      const drip = setInterval(() => socket.write('x'), 5);
      socket.once('close', () => clearInterval(drip));
    });
    const { detail } = await askTcp({ port, data: 'x' });
    expect(detail.response).toMatchObject({ ended: 'limit', truncated: true });
    expect(detail.response!.timingPhases.data).toBeLessThan(3_000);
  });

  it('that floods is read to a limit', async () => {
    let sent = 0;
    const block = Buffer.alloc(16 * 1024, 'x');
    const port = await tcpTarget((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(block)) sent += block.length;
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    const { detail, assertions } = await askTcp({ port, assertions: [says('NOT_CONTAINS', 'y')] });
    expect(detail.response).toMatchObject({ ended: 'limit', truncated: true });
    expect(detail.response?.data).toHaveLength(DATA_KEPT);
    expect(assertions[0]?.passed).toBe(true);
    expect(sent).toBeGreaterThanOrEqual(ANSWER_LIMIT);
  });

  it('that is cut off by a reset is a failure of a check that did connect', async () => {
    const port = await tcpTarget(reset);
    const outcome = await askTcp({ port, data: 'x', assertions: [says('IS_EMPTY')] });
    expect(outcome).toMatchObject({
      requestError: null,
      networkError: true,
      detail: { response: { ended: 'failed' } },
    });
    expect(outcome.failures).toEqual([expect.stringContaining('ECONNRESET')]);
  });

  it('is text that a database can store', async () => {
    const port = await tcpTarget((socket) => socket.end(Buffer.from([0x61, 0, 0xff, 0xed, 0xa0, 0x80])));
    const { detail } = await askTcp({ port, assertions: [says('NOT_EMPTY')] });
    expect(JSON.stringify(detail)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  });
});

it('ends with the signal, and so does its connection', async () => {
  let closed = false;
  let connected = false;
  const port = await tcpTarget((socket) => {
    connected = true;
    socket.on('data', () => undefined).once('close', () => (closed = true));
  });
  const controller = new AbortController();
  const outcome = askTcp({ port, assertions: [says('NOT_EMPTY')] }, [], controller.signal);
  await eventually('the connection', () => connected);
  controller.abort(new RequestFailure('Time is up', { networkError: true }));
  expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
  await eventually('the end of the connection', () => closed);
});

it.each([
  ['no request', null],
  ['no host', { port: 1 }],
  ['a port that is none', { hostname: 'a', port: 70_000 }],
])('cannot execute a check with %s', async (_name, request) => {
  await expect(runProbe(probe, leasedCheck('TCP', request))).rejects.toThrow('cannot be executed');
});
