import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './certificate.js';

/** What the checks of the demo look at. */
export interface Target {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The same behind a certificate that nobody has signed. */
  readonly tlsUrl: string;
  stop(): Promise<void>;
}

/** Paths of the target by how they behave. */
export const PATHS = {
  steady: '/steady',
  slow: '/slow',
  flaky: '/flaky',
  shaky: '/shaky',
  broken: '/broken',
} as const;

/** Starts the target on loopback, on ports that are free. */
export async function startTarget(): Promise<Target> {
  const behaviour = behave();
  const plain = createServer(behaviour);
  const tls = createTlsServer(selfSigned(), behaviour);
  const [port, tlsPort] = [await listen(plain), await listen(tls)];
  return {
    url: `http://127.0.0.1:${port}`,
    tlsUrl: `https://127.0.0.1:${tlsPort}`,
    stop: async () => {
      await Promise.all([close(plain), close(tls)]);
    },
  };
}

function behave(): RequestListener {
  const asked = new Map<string, number>();
  return (request, response) => {
    const path = request.url ?? '/';
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    const answer = (status: number, afterMs: number) =>
      setTimeout(() => response.writeHead(status, { 'content-type': 'text/plain' }).end(`${status}\n`), afterMs);
    switch (path) {
      case PATHS.slow:
        return void answer(200, 400 + Math.random() * 400);
      // Every third time.
      case PATHS.flaky:
        return void answer(count % 3 === 2 ? 503 : 200, 8);
      // Every other time: the retry finds it well.
      case PATHS.shaky:
        return void answer(count % 2 === 1 ? 503 : 200, 8);
      case PATHS.broken:
        return void answer(500, 2);
      default:
        return void answer(200, 15 + Math.random() * 15);
    }
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
