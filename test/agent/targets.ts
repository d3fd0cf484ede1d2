import { createServer as createHttp, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { readFileSync } from 'node:fs';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

const started: Server[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server, host: string): Promise<number> {
  started.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

export const httpTarget = async (listener: RequestListener, host = '127.0.0.1'): Promise<number> =>
  listen(createHttp(listener) as HttpServer, host);

export const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name), 'utf8');

/** Shows a certificate for `localhost` that nobody has signed, unless `options` bring another one. */
export const httpsTarget = async (listener: RequestListener, options: ServerOptions = {}): Promise<number> => {
  const own = { key: fixture('self-signed-key.pem'), cert: fixture('self-signed-cert.pem') };
  return listen(createHttps({ ...own, ...options }, listener), '127.0.0.1');
};

/** A server of the caller's making, which is stopped with the others. */
export const serverTarget = async (server: Server): Promise<number> => listen(server, '127.0.0.1');

/** What happens with a connection is up to the test. */
export const tcpTarget = async (onSocket: (socket: Socket) => void): Promise<number> =>
  listen(createTcp(onSocket), '127.0.0.1');

/** A port at which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function stopTargets(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await Promise.all(started.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
}
