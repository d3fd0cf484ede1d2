import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import { BODY_KEPT, type ApiCheckResult } from '../../apps/agent/src/probes/http-result.js';
import { RequestFailure, type Outcome } from '#agent';
import { addressPolicy, PHASES, type UrlRequest } from '#domain';
import { eventually } from './eventually.js';
import { closedPort, httpsTarget, httpTarget, stopTargets, tcpTarget } from './targets.js';

afterAll(stopTargets);

const probe = createUrlProbe();

async function ask(
  request: Partial<UrlRequest>,
  denied: string[] = [],
  signal = new AbortController().signal,
): Promise<Outcome & { detail: ApiCheckResult }> {
  const whole = { method: 'GET', followRedirects: true, skipSSL: false, ipFamily: 'IPv4', assertions: [], ...request };
  const limits = { shouldFail: false, degradedResponseTime: null, maxResponseTime: null };
  const check = { id: '1', name: 'A check', checkType: 'URL' as const, request: whole, ...limits };
  const outcome = await probe(check, { isDenied: addressPolicy(denied), userAgent: 'Pharos/test' }, signal);
  return outcome as Outcome & { detail: ApiCheckResult };
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const itWithIpv6 = hasIpv6 ? it : it.skip;

const at = (port: number, path = '/', host = '127.0.0.1') => `http://${host}:${port}${path}`;

function expectPhases(outcome: Outcome): void {
  const { timings } = outcome;
  if (timings === null) throw new Error('No timings');
  expect(Object.keys(timings)).toEqual([...PHASES]);
  for (const phase of PHASES) expect(timings[phase]).toBeGreaterThanOrEqual(0);
  expect(PHASES.reduce((sum, phase) => sum + timings[phase], 0)).toBeCloseTo(outcome.responseTime, 2);
}

describe('an answer', () => {
  it('becomes a result with phases that add up', async () => {
    const port = await httpTarget((_request, response) => response.writeHead(200, { 'X-A': 'b' }).end('héllo'));
    const outcome = await ask({ url: at(port, '/path?q=1') });
    expect(outcome).toMatchObject({ statusCode: 200, requestError: null, networkError: false });
    expectPhases(outcome);
    const { request, response } = outcome.detail;
    expect(request).toMatchObject({ method: 'GET', url: at(port, '/path?q=1'), data: '', params: {} });
    expect(request.headers['user-agent']).toBe('Pharos/test');
    expect(response).toMatchObject({ status: 200, statusText: 'OK', body: 'héllo', truncated: false });
    expect(response?.headers['x-a']).toBe('b');
    expect(response?.timingPhases.total).toBe(outcome.responseTime);
    expect(response?.timingPhases).not.toHaveProperty('tls');
    const { socket, lookup, connect: connected, response: first, end } = response?.timings ?? ({} as never);
    const steps = [socket, lookup, connected, first, end];
    expect(steps).toEqual(steps.toSorted((left, right) => left - right));
  });

  it('puts the time where it was spent', async () => {
    const port = await httpTarget((_request, response) => setTimeout(() => response.end(), 60));
    const { timings } = await ask({ url: at(port) });
    expect(timings?.firstByte).toBeGreaterThan(50);
  });

  it('is judged by the assertions of the check', async () => {
    const port = await httpTarget((_request, response) => response.writeHead(503).end());
    const assertion = {
      source: 'STATUS_CODE',
      property: '',
      comparison: 'EQUALS' as const,
      target: '200',
      regex: null,
    };
    const { assertions, detail } = await ask({ url: at(port), assertions: [assertion] });
    expect(assertions).toEqual([
      {
        ...assertion,
        order: 0,
        passed: false,
        actual: '503',
        message: 'Expected STATUS_CODE to equal 200, but it was 503',
      },
    ]);
    expect(detail.assertions).toEqual(assertions);
  });

  it('carries no credentials and cookies', async () => {
    let authorization: string | undefined;
    const port = await httpTarget((request, response) => {
      authorization = request.headers.authorization;
      response.setHeader('Set-Cookie', ['session=secret1', 'other=secret2']).end();
    });
    const outcome = await ask({ url: `http://us%40er:pass%3Aword@127.0.0.1:${port}/` });
    expect(authorization).toBe(`Basic ${Buffer.from('us@er:pass:word').toString('base64')}`);
    const text = JSON.stringify(outcome);
    for (const secret of ['secret', 'pass', 'us@er', 'us%40er', authorization?.slice(6)])
      expect(text).not.toContain(secret);
    expect(outcome.detail.response?.headers['set-cookie']).toBe('[scrubbed]');
    expect(outcome.detail.request.headers.authorization).toBe('[scrubbed]');
  });

  it('keeps texts that a database can store', async () => {
    const bodies = [Buffer.from('a\0b'), Buffer.from([0xed, 0xa0, 0x80, 0x61]), Buffer.from([0xff, 0xfe, 0x61])];
    const port = await httpTarget((_request, response) => response.end(bodies.shift()));
    for (let left = bodies.length; left > 0; left -= 1) {
      const { detail } = await ask({ url: at(port) });
      expect(JSON.stringify(detail)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }
  });

  it('reads the body in its own character set', async () => {
    const port = await httpTarget((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=iso-8859-1').end(Buffer.from([0x68, 0xe9]));
    });
    expect((await ask({ url: at(port) })).detail.response?.body).toBe('hé');
  });

  it('is read to a limit', async () => {
    const block = Buffer.alloc(256 * 1024, 'x');
    const port = await httpTarget((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const { detail, statusCode } = await ask({ url: at(port) });
    expect([statusCode, detail.response?.truncated, detail.response?.body.length]).toEqual([200, true, BODY_KEPT]);
  });
});

describe('no answer', () => {
  const reset = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy());
  const garbage = (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  const short = (socket: Socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'));
  const empty = (socket: Socket) => socket.once('data', () => socket.end());
  const large = (socket: Socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`));

  it.each([
    ['a reset', reset, 'ECONNRESET'],
    ['something that is not HTTP', garbage, 'not valid HTTP'],
    ['a body cut short', short, 'before the answer was complete'],
    ['an early end', empty, 'ECONNRESET'],
    ['endless headers', large, 'too large'],
  ])('because of %s', async (_name, behaviour, words) => {
    const port = await tcpTarget(behaviour);
    const outcome = await ask({ url: at(port) });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true, assertions: [] });
    expect(outcome.requestError).toContain(words);
    expect(outcome.detail).toMatchObject({ response: null, requestError: outcome.requestError });
    expectPhases(outcome);
  });

  it('because the connection was refused', async () => {
    const port = await closedPort();
    const { requestError, networkError } = await ask({ url: at(port) });
    expect([requestError, networkError]).toEqual([
      `The connection to 127.0.0.1:${port} was refused (ECONNREFUSED)`,
      true,
    ]);
  });

  it('because there is no such host', async () => {
    const outcome = await ask({ url: 'http://does-not-exist.invalid/' });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain('does-not-exist.invalid');
  });

  it('because time was up, and the connection is closed', async () => {
    let closed = false;
    let asked = false;
    const port = await tcpTarget((socket) => {
      socket.once('data', () => (asked = true));
      socket.once('close', () => (closed = true));
    });
    const controller = new AbortController();
    const outcome = ask({ url: at(port) }, [], controller.signal);
    await eventually('the request', () => asked);
    controller.abort(new RequestFailure('Time is up', { networkError: true }));
    expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    await eventually('the end of the connection', () => closed);
  });
});

describe('redirects', () => {
  it('are followed, relative ones too, and their phases are added', async () => {
    const port = await httpTarget((request, response) => {
      const next = { '/': '/a?x=1', '/a?x=1': 'b', '/b': `//127.0.0.1:${port}/c` }[request.url ?? ''];
      if (next === undefined) response.end('there');
      else response.writeHead(302, { Location: next }).end('here');
    });
    const outcome = await ask({ url: at(port) });
    expect(outcome.detail.response).toMatchObject({ status: 200, body: 'there', href: at(port, '/c') });
    expectPhases(outcome);
  });

  it.each([301, 302, 303, 307, 308])('with status %i are followed', async (status) => {
    const port = await httpTarget((request, response) =>
      request.url === '/' ? response.writeHead(status, { Location: '/a' }).end() : response.end('there'),
    );
    expect((await ask({ url: at(port) })).statusCode).toBe(200);
  });

  it('are the answer when they are not to be followed', async () => {
    const port = await httpTarget((_request, response) =>
      response.writeHead(301, { Location: 'http://a:b@c/' }).end('x'),
    );
    const { statusCode, detail } = await ask({ url: at(port), followRedirects: false });
    expect([statusCode, detail.response?.body, detail.response?.headers.location]).toEqual([301, 'x', 'http://c/']);
  });

  it.each([
    ['a loop', (path: string) => ({ '/': '/a', '/a': '/' })[path] ?? '/', 'loop'],
    ['no end', (path: string) => `${path}x`, 'more than 10 times'],
    ['another protocol', () => 'ftp://127.0.0.1/', 'ftp:'],
    ['nonsense', () => 'http://[', 'not a URL'],
  ])('that lead to %s fail, and not because of the network', async (_name, next, words) => {
    const port = await httpTarget((request, response) =>
      response.writeHead(302, { Location: next(request.url ?? '/') }).end(),
    );
    const outcome = await ask({ url: at(port) });
    expect(outcome).toMatchObject({ statusCode: null, networkError: false });
    expect(outcome.requestError).toContain(words);
  });

  it('do not carry credentials to another origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await httpTarget((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const port = await httpTarget((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { Location: request.url === '/' ? '/a' : at(other) }).end();
    });
    await ask({ url: `http://a:b@127.0.0.1:${port}/` });
    expect(seen).toEqual(['Basic YTpi', 'Basic YTpi', undefined]);
  });
});

describe('TLS', () => {
  it('refuses a certificate that nobody has signed', async () => {
    const port = await httpsTarget((_request, response) => response.end('secure'));
    const outcome = await ask({ url: `https://localhost:${port}/` });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain('certificate');
  });

  it('accepts it with skipSSL, and times the handshake', async () => {
    const port = await httpsTarget((_request, response) => response.end('secure'));
    for (const host of ['localhost', '127.0.0.1']) {
      const outcome = await ask({ url: `https://${host}:${port}/`, skipSSL: true });
      expect(outcome.detail.response).toMatchObject({ status: 200, body: 'secure' });
      expect(outcome.timings?.tls).toBeGreaterThan(0);
      expect(outcome.detail.response?.timingPhases.tls).toBe(outcome.timings?.tls);
      expectPhases(outcome);
    }
  });

  it('fails in words where there is none', async () => {
    const port = await httpTarget((_request, response) => response.end());
    const { requestError } = await ask({ url: `https://127.0.0.1:${port}/` });
    expect(requestError).toContain('TLS handshake');
  });

  it('may be left by a redirect', async () => {
    const plain = await httpTarget((_request, response) => response.end('plain'));
    const port = await httpsTarget((_request, response) => response.writeHead(302, { Location: at(plain) }).end());
    const outcome = await ask({ url: `https://localhost:${port}/`, skipSSL: true });
    expect(outcome.detail.response?.body).toBe('plain');
  });
});

describe('addresses', () => {
  it.each([
    ['an address', '127.0.0.1'],
    ['a name', 'localhost'],
    ['a mapped address', '[::ffff:127.0.0.1]'],
    ['a mapped address in hexadecimal', '[::ffff:7f00:1]'],
    ['the unspecified address', '0.0.0.0'],
    ['a number', '2130706433'],
  ])('are denied to %s', async (_name, host) => {
    let asked = 0;
    const port = await httpTarget((_request, response) => response.end(String((asked += 1))));
    const outcome = await ask({ url: at(port, '/', host) }, ['127.0.0.0/8']);
    expect(outcome).toMatchObject({ statusCode: null, networkError: false });
    expect(outcome.requestError).toContain('denied');
    expect(asked).toBe(0);
  });

  it('are denied on a redirect', async () => {
    const port = await httpTarget((_request, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    const { requestError } = await ask({ url: at(port) }, ['169.254.0.0/16']);
    expect(requestError).toContain('169.254.169.254');
    expect(requestError).toContain('denied');
  });

  itWithIpv6('may be of IPv6', async () => {
    const port = await httpTarget((_request, response) => response.end('six'), '::1');
    expect((await ask({ url: at(port, '/', '[::1]') })).detail.response?.body).toBe('six');
    expect((await ask({ url: at(port, '/', 'a.localhost'), ipFamily: 'IPv6' })).detail.response?.body).toBe('six');
  });

  it('fall back to IPv4 where this machine has no IPv6', async () => {
    const port = await httpTarget((_request, response) => response.end('four'));
    const off = createUrlProbe((_host, family) =>
      family === 6
        ? Promise.reject(Object.assign(new RequestFailure('off', { networkError: true, code: 'EAFNOSUPPORT' })))
        : Promise.resolve(['127.0.0.1']),
    );
    const request = { method: 'GET', url: at(port, '/', 'name'), ipFamily: 'IPv6' };
    const limits = { shouldFail: false, degradedResponseTime: null, maxResponseTime: null };
    const check = { id: '1', name: 'A check', checkType: 'URL' as const, request, ...limits };
    const context = { isDenied: () => false, userAgent: 'Pharos/test' };
    expect((await off(check, context, new AbortController().signal)).statusCode).toBe(200);
  });
});
