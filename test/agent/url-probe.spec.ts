import type { Socket } from 'node:net';
import { RequestFailure } from '#agent';
import { BODY_KEPT } from '../../apps/agent/src/probes/http-result.js';
import { askUrl, at, expectPhases } from './ask-url.js';
import { eventually } from './eventually.js';
import { closedPort, httpTarget, stopTargets, tcpTarget } from './targets.js';

afterAll(stopTargets);

const reset = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy());
const garbage = (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n');
const short = (socket: Socket) =>
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'));
const empty = (socket: Socket) => socket.once('data', () => socket.end());
const large = (socket: Socket) =>
  socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`));

describe('an answer', () => {
  it('becomes a result with phases that add up', async () => {
    const port = await httpTarget((_request, response) => response.writeHead(200, { 'X-A': 'b' }).end('héllo'));
    const outcome = await askUrl({ url: at(port, '/path?q=1') });
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
    const { timings } = await askUrl({ url: at(port) });
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
    const { assertions, detail } = await askUrl({ url: at(port), assertions: [assertion] });
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
    const outcome = await askUrl({ url: `http://us%40er:pass%3Aword@127.0.0.1:${port}/` });
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
      const { detail } = await askUrl({ url: at(port) });
      expect(JSON.stringify(detail)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }
  });

  it('reads the body in its own character set', async () => {
    const port = await httpTarget((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=iso-8859-1').end(Buffer.from([0x68, 0xe9]));
    });
    expect((await askUrl({ url: at(port) })).detail.response?.body).toBe('hé');
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
    const { detail, statusCode } = await askUrl({ url: at(port) });
    expect([statusCode, detail.response?.truncated, detail.response?.body.length]).toEqual([200, true, BODY_KEPT]);
  });
});

describe('no answer', () => {
  it.each([
    ['a reset', reset, 'ECONNRESET'],
    ['something that is not HTTP', garbage, 'not valid HTTP'],
    ['a body cut short', short, 'before the answer was complete'],
    ['an early end', empty, 'ECONNRESET'],
    ['endless headers', large, 'too large'],
  ])('because of %s', async (_name, behaviour, words) => {
    const port = await tcpTarget(behaviour);
    const outcome = await askUrl({ url: at(port) });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true, assertions: [] });
    expect(outcome.requestError).toContain(words);
    expect(outcome.detail).toMatchObject({ response: null, requestError: outcome.requestError });
    expectPhases(outcome);
  });

  it('because the connection was refused', async () => {
    const port = await closedPort();
    const { requestError, networkError } = await askUrl({ url: at(port) });
    expect([requestError, networkError]).toEqual([
      `The connection to 127.0.0.1:${port} was refused (ECONNREFUSED)`,
      true,
    ]);
  });

  it('because there is no such host', async () => {
    const outcome = await askUrl({ url: 'http://does-not-exist.invalid/' });
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
    const outcome = askUrl({ url: at(port) }, [], controller.signal);
    await eventually('the request', () => asked);
    controller.abort(new RequestFailure('Time is up', { networkError: true }));
    expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    await eventually('the end of the connection', () => closed);
  });
});
