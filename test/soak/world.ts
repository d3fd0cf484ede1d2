import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Balancer } from './balancer.js';
import { Child } from './child.js';
import { Ledger } from './ledger.js';
import { Postgres } from './postgres.js';
import { Target } from './target.js';

export interface WorldOptions {
  apis: number;
  agents: number;
  /** Folder of the built program. */
  dist: string;
}

/** Everything that a deployment has, in processes of its own below a folder of its own. */
export interface World {
  postgres: Postgres;
  target: Target;
  apis: Child[];
  agents: Child[];
  balancer: Balancer;
  ledger: Ledger;
  apiKey: string;
  folder: string;
  close(): Promise<void>;
}

export async function startWorld({ apis, agents, dist }: WorldOptions): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'pharos-soak-'));
  // As root the database runs as another user, who must get to its data below.
  chmodSync(folder, 0o755);
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const postgres = await Postgres.start(join(folder, 'database'));
    undo.push(() => postgres.stop());
    const target = await Target.start();
    undo.push(() => target.stop());
    const keys = { account: randomUUID(), api: secret('sv_'), location: secret('pl_') };
    const ports = await freePorts(apis + agents);
    const apiChildren = ports.slice(0, apis).map((port, at) => api(at, port, folder, dist, postgres, keys));
    const ledger = new Ledger();
    // One door for each agent, and one for everybody else.
    const balancer = await Balancer.before(ports.slice(0, apis), agents + 1, ledger);
    undo.push(() => balancer.close());
    const agentChildren = ports
      .slice(apis)
      .map((port, at) => agent(at, port, folder, dist, balancer.url(at), keys.location));
    for (const child of [...apiChildren, ...agentChildren]) undo.push(() => child.stop('SIGKILL'));
    await Promise.all(apiChildren.map((child) => child.start()));
    await Promise.all(agentChildren.map((child) => child.start()));
    const apiKey = keys.api;
    return { postgres, target, apis: apiChildren, agents: agentChildren, balancer, ledger, apiKey, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Keys {
  account: string;
  api: string;
  location: string;
}

function api(at: number, port: number, folder: string, dist: string, postgres: Postgres, keys: Keys): Child {
  return new Child({
    name: `api-${at + 1}`,
    main: join(dist, 'apps/api/src/main.js'),
    folder,
    readiness: `http://127.0.0.1:${port}/-/readiness`,
    env: {
      PORT: `${port}`,
      DATABASE_URL: postgres.url,
      PHAROS_ENCRYPTION_KEY: postgres.encryptionKey,
      PHAROS_RATE_LIMIT: 'off',
      PHAROS_DRAIN_SECONDS: '1',
      PHAROS_BOOTSTRAP_ACCOUNT_ID: keys.account,
      PHAROS_BOOTSTRAP_API_KEY: keys.api,
      PHAROS_BOOTSTRAP_LOCATION_KEY: keys.location,
    },
  });
}

function agent(at: number, port: number, folder: string, dist: string, apiUrl: string, key: string): Child {
  const own = join(folder, `agent-${at + 1}`);
  mkdirSync(own);
  return new Child({
    name: `agent-${at + 1}`,
    main: join(dist, 'apps/agent/src/main.js'),
    folder,
    readiness: `http://127.0.0.1:${port}/-/readiness`,
    env: {
      API_KEY: key,
      PHAROS_API_URL: apiUrl,
      AGENT_HEALTH_PORT: `${port}`,
      PHAROS_SPOOL_DIRECTORY: own,
      // Short, so that a drain gives runs back: how soon others have them is measured.
      PHAROS_GRACE_SECONDS: '1',
    },
  });
}

const secret = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`;

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
