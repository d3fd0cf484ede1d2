import type { INestApplication } from '@nestjs/common';
import { ApiKeysService, type IssuedKey } from '#api';
import type { AccountId, Role } from '#domain';
import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.js';
import type { Sql } from './sql.js';

/** An account of a test, with the ways to call the API for it. */
export interface TestAccount {
  id: AccountId;
  /** Its ADMIN service key. */
  apiKey: string;
  /** Calls with the ADMIN key. */
  client: ApiClient;
  /** A further service key. */
  key(role: Role, expiresAt?: Date): Promise<IssuedKey>;
  /** Calls with a new key of that role. */
  clientOf(role: Role): Promise<ApiClient>;
}

export async function makeAccount(
  app: INestApplication,
  sql: Sql,
  anonymous: ApiClient,
  name = 'Test account',
): Promise<TestAccount> {
  const id = randomUUID() as AccountId;
  await sql('INSERT INTO accounts (account_id, name, runtime_id, plan) VALUES ($1, $2, $3, $4)', [
    id,
    name,
    '2026.04',
    'ENTERPRISE',
  ]);
  const keys = app.get(ApiKeysService, { strict: false });
  const key = (role: Role, expiresAt?: Date) => keys.issueServiceKey(id, role, `${role} of ${name}`, expiresAt);
  const { apiKey } = await key('ADMIN');
  const clientOf = async (role: Role) => anonymous.as((await key(role)).apiKey);
  return { id, apiKey, client: anonymous.as(apiKey), key, clientOf };
}
