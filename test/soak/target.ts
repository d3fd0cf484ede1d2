import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Every so many requests one takes long, so that agents hold runs when they are ended. */
const SLOW_EVERY = 25;
const SLOW_MS = 4_000;
const USUAL_MS = 40;

/** What the checks ask. */
export class Target {
  requests = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Target> {
    const server = createServer({ keepAlive: false });
    const target = new Target(server);
    server.on('request', (_request, response) => {
      target.requests += 1;
      setTimeout(() => response.end('ok'), target.requests % SLOW_EVERY === 0 ? SLOW_MS : USUAL_MS);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return target;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
