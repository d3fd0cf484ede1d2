import { Provisioning } from '#api';
import { readApiConfig } from '#config';
import { removeThrowAwayPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { migrate, Vault } from '#persistence';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';

/** What a benchmark works on: a PostgreSQL as `npm start` runs it (durable), in a folder of its own, with one account. */
export interface World {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly account: string;
  readonly apiKey: string;
  readonly locationKey: string;
  readonly pool: Pool;
  /** What every Pharos process of the benchmark is started with. */
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

export async function makeWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'pharos-bench-'));
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
  await migrate(postgres.url);
  const [apiKey, locationKey] = [`sv_${randomBytes(16).toString('hex')}`, `pl_${randomBytes(16).toString('hex')}`];
  const env = { DATABASE_URL: postgres.url, PORT: '0', PHAROS_RATE_LIMIT: '1000000', LOG_LEVEL: 'INFO' };
  const provisioning = await Provisioning.open(readApiConfig(env));
  const { accountId } = await provisioning.bootstrap({ apiKey, locationKey, examples: false });
  await provisioning.close();
  const pool = new Pool({ connectionString: postgres.url, max: 4 });
  pool.on('error', () => undefined);
  return {
    folder,
    databaseUrl: postgres.url,
    account: accountId,
    apiKey,
    locationKey,
    pool,
    env,
    close: async () => {
      await pool.end();
      await removeThrowAwayPostgres(join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const INSERT_CHECKS = `
  INSERT INTO checks (account_id, id, check_type, name, description, activated, muted, double_check, should_fail, run_parallel,
    locations, private_locations, tags, use_global_alert_settings, alert_settings, retry_strategy, frequency,
    frequency_offset, settings, created_at, search_name)
  SELECT $1, gen_random_uuid(), 'URL', 'Check number ' || n, 'Watches page ' || n, true, false, true, false, false,
    '{}', '{default}', ARRAY['production', 'team-' || n % 10], true, $3::jsonb, NULL, $5::integer, 1 + n % 60,
    jsonb_build_object('degradedResponseTime', 3000, 'maxResponseTime', 5000,
      'request', jsonb_set($4::jsonb, '{url}', to_jsonb(replace($4::jsonb ->> 'url', '<n>', n::text)))),
    now() - n * interval '1 s', 'check number ' || n
  FROM generate_series(1, $2) n`;

const ALERT_SETTINGS = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
};

export interface ManyChecks {
  count: number;
  /** `<n>` stands for the number of the check. */
  url?: string;
  /** Minutes; 0 = every ten seconds. */
  frequency?: number;
}

/** Checks as the API would have stored them; without schedules they do not run. */
export async function addChecks({ pool, account }: World, { count, url, frequency = 10 }: ManyChecks): Promise<void> {
  const request = {
    method: 'GET',
    url: url ?? 'https://shop.example/products/<n>',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: null }],
  };
  await pool.query(INSERT_CHECKS, [account, count, ALERT_SETTINGS, request, frequency]);
  await pool.query('VACUUM ANALYZE checks');
}

/** Variables as the API would have stored them: with sealed values. */
export async function addVariables({ pool, account, env }: World, count: number): Promise<void> {
  const vault = new Vault(readApiConfig(env).encryptionKey);
  const keys = Array.from({ length: count }, (_, at) => `VARIABLE_${at}`);
  const sealed = keys.map((key) => vault.seal(`https://shop.example/${key}`, `variable/${account}/${key}`));
  await pool.query(
    `INSERT INTO environment_variables (account_id, key, sealed_value, locked, secret)
     SELECT $1, key, value, false, false FROM unnest($2::text[], $3::bytea[]) AS v (key, value)`,
    [account, keys, sealed],
  );
  await pool.query('VACUUM ANALYZE environment_variables');
}
