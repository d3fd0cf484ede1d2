import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createApi, type ApiExtension } from '#api';
import { readApiConfig, type ApiConfig } from '#config';
import { createLogger, createOpenApiDocument } from '#http';
import { Database, migrate } from '#persistence';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { ApiClient } from './api-client.js';
import { Contract } from './contract.js';
import { createTestDatabase, runFolder } from './postgres/index.js';
import type { Sql } from './sql.js';
import { makeAccount, type TestAccount } from './test-account.js';

export interface StartOptions {
  /** Settings that differ. Tests have no rate limit unless they ask for one. */
  config?: Partial<ApiConfig>;
  extensions?: ApiExtension[];
  /** Where log lines go instead of standard output. */
  logTo?: DestinationStream;
  /** Another database than a fresh one of its own; the caller removes it. */
  databaseUrl?: string;
}

export interface TestApi {
  app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  database: Database;
  databaseUrl: string;
  /** The committed contract, or with extensions that of this API. */
  document: OpenAPIObject;
  /** Without a key. */
  anonymous: ApiClient;
  sql: Sql;
  /** A new account with an ADMIN service key. */
  account(name?: string): Promise<TestAccount>;
  /** Stops the API and removes its database. */
  close(): Promise<void>;
}

/** The whole API, as `main.ts` makes it, on a migrated database of its own and a free port. */
export async function startApi({ config, extensions = [], logTo, databaseUrl }: StartOptions = {}): Promise<TestApi> {
  const own = databaseUrl === undefined ? await createTestDatabase() : null;
  const url = databaseUrl ?? own!.url;
  try {
    const migrations = extensions.flatMap((extension) => extension.migrations ?? []);
    if (migrations.length > 0) await migrate(url, migrations);
    const settings = testConfig(url, config);
    const app = await createApi(settings, extensions, createLogger(settings.logLevel, logTo));
    await app.listen(0, '127.0.0.1');
    const document = extensions.length === 0 ? committedDocument() : createOpenApiDocument(app, 'test');
    return describe(app, url, document, async () => {
      await app.close();
      await own?.drop();
    });
  } catch (error) {
    await own?.drop();
    throw error;
  }
}

/** The settings of `startApi`, for tests that call `createApi` themselves. */
export function testConfig(databaseUrl: string, config: Partial<ApiConfig> = {}): ApiConfig {
  const base = readApiConfig({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'ERROR',
    PHAROS_RATE_LIMIT: 'off',
    PHAROS_DATABASE_POOL: '6',
    PHAROS_DRAIN_SECONDS: '0',
    // Tests store results of any day, and the hour may come round meanwhile.
    PHAROS_RETENTION_DAYS: '3650',
    PHAROS_ARTIFACTS_DIRECTORY: join(runFolder(), 'artifacts'),
  });
  return { ...base, publicUrl: 'http://pharos.test', ...config };
}

/** `test/architecture/open-api` holds it against the code; making it anew would take a third of each start. */
const committedDocument = () =>
  JSON.parse(readFileSync(join(__dirname, '../../../apps/api/openapi.json'), 'utf8')) as OpenAPIObject;

function describe(
  app: NestExpressApplication,
  databaseUrl: string,
  document: OpenAPIObject,
  close: () => Promise<void>,
): TestApi {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const database = app.get(Database);
  const anonymous = new ApiClient(url, new Contract(document));
  const sql: Sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database.pool.query(text, [...values])).rows as Row[];
  const account = (name?: string) => makeAccount(app, anonymous, name);
  return { app, url, database, databaseUrl, document, anonymous, sql, account, close };
}
