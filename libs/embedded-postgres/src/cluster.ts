import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { codeOf } from './files.js';
import { NO_USER } from './identity.js';
import type { Place } from './place.js';
import { readPostmaster } from './postmaster.js';
import { EmbeddedPostgresError } from './problem.js';

/** One data folder and how to run it. */
export interface Cluster extends Place {
  readonly binaries: Binaries;
  readonly data: string;
  readonly logFile: string;
  /** False only for throw-away servers: nothing is forced to the disk. */
  readonly durable: boolean;
}

const MAJOR = '18';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  work_mem: '16MB',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_error_verbosity: 'terse',
};
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * Makes the data folder unless it is there. It is made beside its place and moved when complete, so that a start killed in
 * the middle leaves only a draft, which the next start removes.
 */
export async function initialise(cluster: Cluster, adminPassword: string): Promise<void> {
  const { home, data, identity } = cluster;
  for (const draft of readdirSync(home).filter((name) => name.startsWith('draft-'))) {
    rmSync(join(home, draft), { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(data)) return checkVersion(data);
  const draft = join(home, `draft-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${draft}-password`;
  writeFileSync(passwordFile, `${adminPassword}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (identity) chownSync(passwordFile, identity.uid, identity.gid);
    const args = ['--pgdata', draft, '--username', 'admin', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    args.push('--encoding', 'UTF8', '--locale', 'C', '--no-instructions');
    if (!cluster.durable) args.push('--no-sync');
    await run(cluster, args);
    renameSync(draft, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function checkVersion(data: string): void {
  const version = existsSync(join(data, 'PG_VERSION'))
    ? readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
    : 'unknown';
  if (version !== MAJOR) {
    throw new EmbeddedPostgresError(
      `${data} is of PostgreSQL ${version}, this release brings ${MAJOR}: move the data with pg_dump, or set DATABASE_URL`,
    );
  }
}

function spawning(cluster: Cluster, log: number): SpawnOptions {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  return {
    ...(cluster.identity && { uid: cluster.identity.uid, gid: cluster.identity.gid }),
    cwd: cluster.home,
    env: { ...env, LC_ALL: 'C', TZ: 'UTC' },
    // A session of its own: Ctrl-C in the terminal must not stop the database before the API has drained.
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  };
}

/** The log holds this start only. */
function openLog(cluster: Cluster): number {
  return openSync(cluster.logFile, 'w', 0o600);
}

async function run(cluster: Cluster, args: string[]): Promise<void> {
  const log = openLog(cluster);
  try {
    const child = spawn(cluster.binaries.initdb, args, spawning(cluster, log));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new EmbeddedPostgresError(`initdb failed: ${lastProblem(cluster) ?? `exit code ${code}`}`);
  } catch (error) {
    throw translate(error);
  } finally {
    closeSync(log);
  }
}

export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
}

/** Starts the server and waits until it accepts connections, at most 120 s (recovery after a crash can take long). */
export async function launch(cluster: Cluster, port: number): Promise<Launched> {
  const log = openLog(cluster);
  const settings = { ...SETTINGS, ...(!cluster.durable && THROW_AWAY), port: `${port}` };
  const args = ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let problem: unknown;
  const child = spawn(cluster.binaries.postgres, args, spawning(cluster, log));
  child.once('error', (error) => (problem = translate(error)));
  const ended = () => (problem ??= new EmbeddedPostgresError(lastProblem(cluster) ?? 'PostgreSQL ended at once'));
  child.once('exit', ended);
  closeSync(log);
  child.unref();
  for (const end = Date.now() + 120_000; Date.now() < end; await delay(5)) {
    if (problem) throw problem;
    const postmaster = readPostmaster(cluster.data);
    if (child.pid !== undefined && postmaster?.pid === child.pid && postmaster.ready) {
      child.off('exit', ended);
      return { child, pid: child.pid };
    }
  }
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(`PostgreSQL was not ready after 120 s, see ${cluster.logFile}`);
}

/** The log's last line that says why, without its time. */
function lastProblem(cluster: Cluster): string | undefined {
  const lines = readFileSync(cluster.logFile, 'utf8').split('\n');
  const line = lines.findLast((text) => /\b(FATAL|PANIC|ERROR|error):/.test(text));
  return line?.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '');
}

function translate(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'EPERM') return new EmbeddedPostgresError(NO_USER, { cause: error });
  return code
    ? new EmbeddedPostgresError(`PostgreSQL cannot be started here (${code}): set DATABASE_URL`, { cause: error })
    : error;
}
