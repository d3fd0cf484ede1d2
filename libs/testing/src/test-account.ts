import type { INestApplication } from '@nestjs/common';
import { AccountsService, ApiKeysService, type IssuedKey } from '#api';
import type { AccountId, Role } from '#domain';
import type { ApiClient } from './api-client.js';

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
  anonymous: ApiClient,
  name = 'Test account',
): Promise<TestAccount> {
  const { id } = await app.get(AccountsService, { strict: false }).create({ name });
  const keys = app.get(ApiKeysService, { strict: false });
  const key = (role: Role, expiresAt?: Date) => keys.issueServiceKey(id, role, `${role} of ${name}`, expiresAt);
  const { apiKey } = await key('ADMIN');
  const clientOf = async (role: Role) => anonymous.as((await key(role)).apiKey);
  return { id, apiKey, client: anonymous.as(apiKey), key, clientOf };
}
