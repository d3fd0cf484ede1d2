import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a service, for tests of what happens while that service cannot be reached. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private open = true;

  private constructor(
    private readonly server: Server,
    /** The address of the service, through the proxy. */
    readonly url: string,
  ) {}

  /** In front of the host and port of `target`; the rest of the URL stays. */
  static async before(target: string): Promise<CuttableProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new CuttableProxy(server, url.href);
    server.on('connection', (socket) => proxy.join(socket, connect(Number(port), hostname)));
    return proxy;
  }

  /** Breaks every connection and refuses new ones. */
  cut(): void {
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.open = true;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, service: Socket): void {
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    if (!this.open) return void client.destroy();
    client.pipe(service).pipe(client);
  }
}
