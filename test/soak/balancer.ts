import { LEASES_PATH, RESULTS_PATH, type LeaseRequest, type LeaseResponse } from '#agent-protocol';
import type { ReportRequest, ReportResponse } from '#agent-protocol';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answersOk } from './child.js';
import type { Ledger, Span } from './ledger.js';

const LOOK_MS = 250;

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/**
 * A load balancer as services stand behind one: it asks for readiness, sends a request on to a replica that is ready, and to
 * another one when the connection is refused. What happens on the way is written down.
 */
export class Balancer {
  /** HTTP status -> how often a replica answered so. */
  readonly statuses: Record<number, number> = {};
  /** Some of the answers that should not be. */
  readonly bad: string[] = [];
  /** Answers that broke off. */
  broken = 0;
  /** When no replica was ready. */
  readonly outages: Span[] = [];
  /** The last agent id heard at each door. */
  readonly agentAt = new Map<number, string>();
  private readonly agents: Agent[];
  private readonly isReady: boolean[];
  private away: Span | undefined;
  private turn = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly doors: Server[],
    private readonly ports: number[],
    private readonly ledger: Ledger,
  ) {
    this.agents = ports.map(() => new Agent({ keepAlive: true, maxSockets: Infinity }));
    this.isReady = ports.map(() => true);
    this.timer = setInterval(() => void this.look(), LOOK_MS);
  }

  /** `doors`: one address for each agent, so that it is known who asks. */
  static async before(ports: number[], doors: number, ledger: Ledger): Promise<Balancer> {
    const servers = Array.from({ length: doors }, () => createServer({ keepAliveTimeout: 60_000 }));
    const balancer = new Balancer(servers, ports, ledger);
    for (const [door, server] of servers.entries()) {
      server.on('request', (incoming, outgoing) => void balancer.serve(door, incoming, outgoing));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    return balancer;
  }

  url(door: number): string {
    return `http://127.0.0.1:${(this.doors[door]!.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const agent of this.agents) agent.destroy();
    for (const server of this.doors) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.ports.map(async (port, at) => {
        this.isReady[at] = await answersOk(`http://127.0.0.1:${port}/-/readiness`);
      }),
    );
    const now = performance.now();
    if (this.isReady.includes(true)) this.away = undefined;
    else if (this.away) this.away.to = now;
    else this.outages.push((this.away = { from: now - LOOK_MS, to: now }));
  }

  private async serve(door: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = await bytesOf(incoming);
      const answer = await this.anywhere(incoming, body, outgoing);
      this.note(door, incoming.url ?? '', body, answer);
      const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = answer.headers;
      outgoing.writeHead(answer.status, headers).end(answer.body);
    } catch {
      this.broken += 1;
      outgoing.destroy();
    }
  }

  /** Ready replicas first; a refused connection has changed nothing, so another may be asked. */
  private async anywhere(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<Answer> {
    this.turn += 1;
    const order = this.ports.map((_, at) => (at + this.turn) % this.ports.length);
    order.sort((a, b) => Number(this.isReady[b]) - Number(this.isReady[a]));
    let problem: unknown;
    for (const at of order) {
      try {
        return await this.forward(at, incoming, body, outgoing);
      } catch (error) {
        problem = error;
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      }
    }
    throw problem;
  }

  private forward(at: number, { method, url, headers }: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
    return new Promise<Answer>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.ports[at], method, path: url, headers, agent: this.agents[at] };
      const passed = request(to, (response) => {
        const status = response.statusCode ?? 0;
        bytesOf(response).then((bytes) => resolve({ status, headers: response.headers, body: bytes }), reject);
      });
      passed.once('error', reject);
      outgoing.once('close', () => passed.destroy());
      passed.end(body);
    });
  }

  private note(door: number, path: string, sent: Buffer, { status, body }: Answer): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status >= 500 && status !== 503 && this.bad.length < 5) this.bad.push(`${status} ${path} ${body.toString()}`);
    const read = (bytes: Buffer): unknown => JSON.parse(bytes.toString());
    if (path === LEASES_PATH) this.agentAt.set(door, (read(sent) as LeaseRequest).agentId);
    if (status !== 200) return;
    if (path === LEASES_PATH) this.ledger.leased(read(sent) as LeaseRequest, read(body) as LeaseResponse);
    if (path === RESULTS_PATH) this.ledger.reported(read(sent) as ReportRequest, read(body) as ReportResponse);
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
