import type { Socket } from 'node:net';
import { RequestFailure } from '#agent';
import { askApi, type ApiOutcome } from './ask-api.js';
import { eventually } from './eventually.js';
import { drip } from './hostile-targets.js';
import { leaseContext } from './lease-context.js';
import { proxyTarget } from './proxies.js';
import { httpsTarget, stopTargets, tcpTarget } from './targets.js';

const faults: unknown[] = [];
const fault = (error: unknown) => faults.push(error);

beforeAll(() => process.on('uncaughtException', fault).on('unhandledRejection', fault));
afterAll(async () => {
  await stopTargets();
  process.off('uncaughtException', fault).off('unhandledRejection', fault);
});

type Asks = (port: number, signal?: AbortSignal) => Promise<ApiOutcome>;

const secure: Asks = (port, signal) => askApi({ url: `https://127.0.0.1:${port}/`, skipSSL: true }, { signal });
const tunnel: Asks = (port, signal) => {
  const context = leaseContext({ proxyUrl: `http://127.0.0.1:${port}` });
  return askApi({ url: 'https://target.localhost/' }, { signal, context: { context } });
};

const says = (text: string) => (socket: Socket) => socket.once('data', () => socket.end(text));
const closes = (socket: Socket) => socket.once('data', () => socket.end());
const resets = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy());
/** The head of a TLS record that promises more than ever comes. */
const HALF_A_RECORD = '\x16\x03\x03\x40\x00\x02';

describe.each<[string, Asks, [string, (socket: Socket) => unknown, string][]]>([
  [
    'TLS handshake',
    secure,
    [
      ['is ended', closes, 'ECONNRESET'],
      ['is reset', resets, 'ECONNRESET'],
      ['is answered in plain text', says('HTTP/1.1 400 Bad Request\r\n\r\n'), 'TLS handshake'],
      ['is answered by half of it', says(HALF_A_RECORD), 'ECONNRESET'],
    ],
  ],
  [
    'tunnel through a proxy',
    tunnel,
    [
      ['is ended', closes, 'ECONNRESET'],
      ['is reset', resets, 'ECONNRESET'],
      ['is answered with something else', says('SSH-2.0-OpenSSH_9.6\r\n'), 'not valid HTTP'],
      [
        'is answered without end',
        (socket) => socket.once('data', () => drip(socket, 'HTTP/1.1 200 OK\r\n', `A: ${'a'.repeat(9_999)}\r\n`, 0)),
        'too large',
      ],
      [
        'leads to no TLS',
        (socket) =>
          socket.once('data', () => {
            socket.write('HTTP/1.1 200 OK\r\n\r\n');
            socket.once('data', () => socket.end('plain'));
          }),
        'TLS handshake',
      ],
      ['is closed once it is open', says('HTTP/1.1 200 OK\r\n\r\n'), 'ECONNRESET'],
    ],
  ],
])('a %s that', (_what, ask, cases) => {
  it.each(cases)('%s fails the check in words', async (_name, behaviour, words) => {
    const outcome = await ask(await tcpTarget(behaviour));
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain(words);
  });

  it('is not answered ends when the time of the run is up, and lets go of the connection', async () => {
    let [asked, closed] = [false, false];
    const port = await tcpTarget((socket) => {
      socket.once('data', () => (asked = true));
      socket.once('close', () => (closed = true));
    });
    const controller = new AbortController();
    const outcome = ask(port, controller.signal);
    await eventually('the question', () => asked);
    controller.abort(new RequestFailure('Time is up', { networkError: true }));
    expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    await eventually('the end of the connection', () => closed);
  });
});

describe('after all of them', () => {
  it('nothing has fallen outside the checks, and a status of 407 behind a tunnel is the answer of the target', async () => {
    const port = await httpsTarget((_request, response) => response.writeHead(407).end());
    const proxy = await proxyTarget();
    const context = leaseContext({ proxyUrl: `http://127.0.0.1:${proxy.port}` });
    const outcome = await askApi({ url: `https://localhost:${port}/`, skipSSL: true }, { context: { context } });
    expect(outcome).toMatchObject({ statusCode: 407, requestError: null });
    expect(faults).toEqual([]);
  });
});
