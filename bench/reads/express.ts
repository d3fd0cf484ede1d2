import { readApiConfig } from '#config';
import { Vault } from '#persistence';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { serve } from '../serve.js';

const { DATABASE_URL = '', BENCH_KEY = '', BENCH_ACCOUNT = '' } = process.env;
const AUTHORIZATION = `Bearer ${BENCH_KEY}`;

const COLUMNS = `id, check_type AS "checkType", name, description, activated, muted, double_check AS "doubleCheck",
  should_fail AS "shouldFail", run_parallel AS "runParallel", locations, private_locations AS "privateLocations", tags,
  use_global_alert_settings AS "useGlobalAlertSettings", alert_settings AS "alertSettings", group_id AS "groupId",
  group_order AS "groupOrder", runtime_id AS "runtimeId", retry_strategy AS "retryStrategy",
  trigger_incident AS "triggerIncident", frequency, frequency_offset AS "frequencyOffset",
  settings -> 'degradedResponseTime' AS "degradedResponseTime", settings -> 'maxResponseTime' AS "maxResponseTime",
  settings -> 'request' AS request, created_at, updated_at`;

/** The baseline: one route, one query, the key compared with a constant; no limits, no validation, no total, no log. */
const pool = new Pool({ connectionString: DATABASE_URL, max: 20, options: '-c jit=off' });
const vault = new Vault(readApiConfig(process.env).encryptionKey);
const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.get('/v1/checks', async (request, response) => {
  if (request.headers.authorization !== AUTHORIZATION) return void response.status(401).end();
  const limit = Number(request.query['limit'] ?? 10);
  const { rows } = await pool.query(
    `SELECT ${COLUMNS} FROM checks WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [BENCH_ACCOUNT, limit],
  );
  response.json(rows);
});

app.get('/v1/checks/:id', async (request, response) => {
  if (request.headers.authorization !== AUTHORIZATION) return void response.status(401).end();
  const { rows } = await pool.query(`SELECT ${COLUMNS} FROM checks WHERE account_id = $1 AND id = $2`, [
    BENCH_ACCOUNT,
    request.params.id,
  ]);
  response.json(rows[0]);
});

/** Values are opened as ours are: that is no work that could be left out. */
app.get('/v1/variables', async (request, response) => {
  if (request.headers.authorization !== AUTHORIZATION) return void response.status(401).end();
  const limit = Number(request.query['limit'] ?? 10);
  const { rows } = await pool.query<{ key: string; sealed_value: Buffer; locked: boolean; secret: boolean }>(
    'SELECT key, sealed_value, locked, secret FROM environment_variables WHERE account_id = $1 ORDER BY key LIMIT $2',
    [BENCH_ACCOUNT, limit],
  );
  response.json(
    rows.map(({ key, sealed_value: sealed, locked, secret }) => ({
      key,
      value: vault.open(sealed, `variable/${BENCH_ACCOUNT}/${key}`),
      locked,
      secret,
    })),
  );
});

const server = app.listen(0, '127.0.0.1');
serve({ port: () => (server.address() as AddressInfo).port }, () => pool.end());
