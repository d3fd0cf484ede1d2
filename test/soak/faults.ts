import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child.js';
import type { End } from './ledger.js';
import type { Random } from './random.js';
import type { World } from './world.js';

export const FAULTS = [
  'kill an agent',
  'terminate an agent',
  'kill an API',
  'terminate an API',
  'crash the database',
  'restart the database',
  'stop the database for long',
  'freeze the database',
  'take all connections',
  'slow clients',
] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_CLIENTS = 100;

/** Does things to a world. What is hurt already is left alone until it has recovered. */
export class Faults {
  readonly done: Partial<Record<Fault, number>> = {};
  /** Exit codes of APIs that were asked to stop, other than 0. */
  readonly badExits: string[] = [];
  private databaseBusy = false;
  private readonly going = new Set<Promise<void>>();

  constructor(
    private readonly world: World,
    private readonly random: Random,
    private readonly log: (line: string) => void,
  ) {}

  /** Begins a fault and does not wait for the recovery. */
  begin(fault: Fault): void {
    const going = this.run(fault).catch((error: unknown) => this.log(`${fault}: ${String(error)}`));
    this.going.add(going);
    void going.finally(() => this.going.delete(going));
  }

  /** Resolves when everything has been started again. */
  async end(): Promise<void> {
    await Promise.all(this.going);
  }

  private async run(fault: Fault): Promise<void> {
    const { agents, apis, postgres } = this.world;
    if (fault === 'kill an agent') return this.hurt(fault, agents, (child) => this.endAgent(child, 'kill'));
    if (fault === 'terminate an agent') return this.hurt(fault, agents, (child) => this.endAgent(child, 'terminate'));
    if (fault === 'kill an API') return this.hurt(fault, apis, async (child) => void (await child.stop('SIGKILL')));
    // As orchestrators do: a replica is asked to leave only while the others are there.
    if (fault === 'terminate an API' && apis.some(({ busy }) => busy)) return;
    if (fault === 'terminate an API') return this.hurt(fault, apis, (child) => this.terminate(child));
    if (fault === 'slow clients') return this.slowClients();
    if (this.databaseBusy) return;
    this.databaseBusy = true;
    try {
      this.note(fault, 'the database');
      if (fault === 'crash the database') await postgres.crash();
      else if (fault === 'restart the database') await postgres.restart();
      else if (fault === 'stop the database for long') await postgres.restart(this.random.between(30_000, 60_000));
      else if (fault === 'freeze the database') await postgres.freeze(this.random.between(6_000, 12_000));
      else await postgres.exhaust(8_000);
    } finally {
      this.databaseBusy = false;
    }
  }

  private async hurt(fault: Fault, children: Child[], end: (child: Child) => Promise<void>): Promise<void> {
    const free = children.filter(({ busy }) => !busy);
    if (free.length === 0) return;
    const child = this.random.of(free);
    child.busy = true;
    try {
      this.note(fault, child.name);
      await end(child);
      await delay(this.random.between(0, 2_000));
      await child.start();
    } finally {
      child.busy = false;
    }
  }

  private async endAgent(child: Child, by: End): Promise<void> {
    const { agents, balancer, ledger } = this.world;
    const agentId = balancer.agentAt.get(agents.indexOf(child));
    const stopped = child.stop(by === 'kill' ? 'SIGKILL' : 'SIGTERM');
    if (agentId !== undefined) ledger.ended(agentId, by);
    const code = await stopped;
    if (by === 'terminate' && code !== 0) this.badExits.push(`${child.name}: ${code}`);
  }

  private async terminate(child: Child): Promise<void> {
    const code = await child.stop('SIGTERM');
    if (code !== 0) this.badExits.push(`${child.name}: ${code}`);
  }

  /** Some send their headers a byte at a time, some a body that never ends, some nothing at all. */
  private async slowClients(): Promise<void> {
    this.note('slow clients', `${SLOW_CLIENTS} connections`);
    const { port } = new URL(this.world.balancer.url(this.world.agents.length));
    const sockets: Socket[] = [];
    for (let at = 0; at < SLOW_CLIENTS; at += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      if (at % 3 === 0) socket.write('GET /v1/checks HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      if (at % 3 === 1) socket.write('POST /v1/variables HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
      sockets.push(socket);
    }
    for (let beat = 0; beat < 10; beat += 1) {
      await delay(500);
      for (const socket of sockets) if (!socket.destroyed) socket.write('a');
    }
    for (const socket of sockets) socket.destroy();
  }

  private note(fault: Fault, what: string): void {
    this.done[fault] = (this.done[fault] ?? 0) + 1;
    this.log(`${fault}: ${what}`);
  }
}
