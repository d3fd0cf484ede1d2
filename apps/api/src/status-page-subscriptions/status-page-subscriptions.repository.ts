import { notFound, type AccountId, type SubscriptionStatus, type SubscriptionType } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPageSubscriptionRow } from './status-page-subscription.entity.js';

/** In the order of the addresses, so that two who add the same ones do not wait for each other in a circle. */
const ADD = `INSERT INTO status_page_subscriptions (account_id, page_id, id, type, address, status, updated_at)
  SELECT $1, $2, s.id, $5, s.address, $6, now() FROM unnest($3::uuid[], $4::text[]) AS s (id, address) ORDER BY lower(s.address)
  ON CONFLICT (account_id, page_id, lower(address)) DO NOTHING RETURNING id`;

/** One row without an id for a page without subscriptions. */
const LIST = {
  name: 'status_page_subscriptions',
  text: `SELECT p.account_id AS "accountId", s.id, s.page_id AS "pageId", s.type, s.address, s.status,
      s.created_at AS "createdAt", s.updated_at AS "updatedAt"
    FROM status_pages p LEFT JOIN status_page_subscriptions s ON s.account_id = p.account_id AND s.page_id = p.id
    WHERE p.account_id = $1 AND p.id = $2 ORDER BY s.created_at DESC, s.id DESC`,
};

@Injectable()
export class StatusPageSubscriptionsRepository extends AccountRepository<StatusPageSubscriptionRow> {
  constructor(database: Database) {
    super(database, StatusPageSubscriptionRow);
  }

  /** Newest first. Throws not-found when the account has no such page. */
  async ofPage(account: AccountId, pageId: string): Promise<StatusPageSubscriptionRow[]> {
    const rows = await this.database.rows<StatusPageSubscriptionRow>(LIST, [account, pageId]);
    if (rows.length === 0) throw notFound();
    return rows.filter(({ id }) => id !== null);
  }

  /** Answers how many were added: an address that the page has, in any case, is not. Throws not-found for an unknown page. */
  add(
    account: AccountId,
    pageId: string,
    { ids, addresses }: { ids: string[]; addresses: string[] },
    { type, status }: { type: SubscriptionType; status: SubscriptionStatus },
  ): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const added = await transaction.rows(ADD, [account, pageId, ids, addresses, type, status]);
      return added.length;
    });
  }
}
