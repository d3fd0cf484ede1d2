import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

interface Server {
  readonly url: string;
  readonly template: string;
  readonly embedded?: { readonly pid: number; readonly home: string };
}

/** Stops the run's server, or drops what the run made on the server of TEST_DATABASE_URL. */
// oxlint-disable-next-line import/no-default-export -- Jest asks for it
export default async function tearDown(): Promise<void> {
  const folder = process.env['PHAROS_TEST_RUN'];
  if (!folder) return;
  const file = join(folder, 'server.json');
  if (existsSync(file)) {
    const server = JSON.parse(readFileSync(file, 'utf8')) as Server;
    if (server.embedded) await stop(server.embedded.pid);
    else await dropDatabases(server);
    if (server.embedded) rmSync(server.embedded.home, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** At once (SIGQUIT): nothing in there is worth writing to the disk. */
async function stop(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGQUIT');
    for (const end = Date.now() + 10_000; Date.now() < end; await delay(10)) process.kill(pid, 0);
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

async function dropDatabases({ url, template }: Server): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname::text, $1 || '_')`,
    [template],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  await client.end();
}
