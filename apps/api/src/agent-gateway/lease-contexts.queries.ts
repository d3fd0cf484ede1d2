import type { AccountId } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';

const PROXY_URL = {
  name: 'location_proxy_url',
  text: 'SELECT proxy_url AS "proxyUrl" FROM private_locations WHERE account_id = $1 AND id = $2',
};

@Injectable()
export class LeaseContextsQueries {
  constructor(private readonly database: Database) {}

  async proxyUrl(account: AccountId, locationId: string): Promise<string | null> {
    const [row] = await this.database.rows<{ proxyUrl: string | null }>(PROXY_URL, [account, locationId]);
    return row?.proxyUrl ?? null;
  }
}
