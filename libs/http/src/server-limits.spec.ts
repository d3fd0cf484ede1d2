import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { allowTime, limitServer } from './server-limits.js';

const LIMITS = { headersMs: 300, requestMs: 600, lookMs: 50, keepAliveMs: 5_000, stalledMs: 500, lingerMs: 200 };
const LARGE = Buffer.alloc(20_000_000, 'x');

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    if (request.url === '/refused') response.writeHead(401).end('no');
    else if (request.url === '/large') response.end(LARGE);
    else if (request.url === '/waits') setTimeout(() => response.end('waited'), 300);
    else if (request.url === '/upload') allowTime(request.resume(), 3 * LIMITS.requestMs);
    else request.resume().once('end', () => response.end('ok'));
  });
  limitServer(server, LIMITS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends, and answers what came back and after how long the server ended the connection. */
function untilClosed(text: string, drip?: string, reads = true): Promise<{ text: string; ms: number }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const startedAt = performance.now();
  let answer = '';
  socket.write(text);
  if (reads) socket.on('data', (part) => (answer += part.toString()));
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 20);
  socket.on('error', () => undefined);
  const end = reads ? onceClosed(socket) : serverSideClosed();
  return end.then(() => {
    clearInterval(dripping);
    return { text: answer, ms: performance.now() - startedAt };
  });
}

const onceClosed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** For a client that does not look: when the server has no connection left. */
function serverSideClosed(): Promise<void> {
  return new Promise((resolve) => server.once('connection', (socket: Socket) => socket.once('close', () => resolve())));
}

describe('limitServer', () => {
  it('ends headers that drip, with 408 in the error shape', async () => {
    const { text, ms } = await untilClosed('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"TIMEOUT"');
    expect(ms).toBeLessThan(2_000);
  });

  it('ends a body that drips', async () => {
    const { ms } = await untilClosed('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'a');
    expect(ms).toBeLessThan(3_000);
  });

  it('ends one that was given more time only then', async () => {
    const { ms } = await untilClosed('PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'a');
    expect(ms).toBeGreaterThan(2 * LIMITS.requestMs);
    expect(ms).toBeLessThan(6_000);
  });

  it('ends the body of a request that was answered already, and the answer arrives', async () => {
    const { text, ms } = await untilClosed('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'a');
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(ms).toBeLessThan(LIMITS.requestMs);
  });

  it('keeps the connection when the rest of a refused body arrives soon', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (part) => (text += part.toString()));
    socket.write('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('bcGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await onceClosed(socket);
    expect(text).toMatch(/401 [^]*HTTP\/1\.1 200 /);
  });

  it('leaves nothing behind on a connection that goes on', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    const [served] = (await once(server, 'connection')) as [Socket];
    const listeners: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      socket.write('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na');
      await once(socket, 'data');
      socket.write('bcGET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      listeners.push(served.listenerCount('close'));
    }
    expect(new Set(listeners).size).toBe(1);
  });

  it('ends a connection whose client never reads', async () => {
    const { ms } = await untilClosed('GET /large HTTP/1.1\r\nHost: x\r\n\r\n', undefined, false);
    expect(ms).toBeLessThan(3_000);
  });

  it('answers garbage with 400 and ends it though the client holds on', async () => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    let text = '';
    const closed = serverSideClosed();
    socket.on('data', (part) => (text += part.toString()));
    socket.write('\u0000\u0001 nonsense\r\n\r\n');
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('never mixes the refusal of garbage with the answer to the request before it', async () => {
    const { text } = await untilClosed('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n\u0000garbage\r\n\r\n');
    expect(text).toBe('');
  });
});
