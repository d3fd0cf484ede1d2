import { arrangeCards, notFound, type AccountId, type Card, type SentCard, type StatusPage } from '#domain';
import { AccountRepository, Database, newId, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPageRow } from './status-page.entity.js';

const MESSAGES = {
  status_pages_pkey: 'A status page with this id exists already.',
  status_page_addresses_pkey: 'This url is taken. Choose another one.',
  status_page_addresses_domain_key: 'This customDomain is taken. Choose another one.',
  // Reference 2.3: 404 even where the path has no id.
  status_page_card_services_service_fkey: () => notFound('"cards" names a service that the account does not have.'),
};

/** Of the page alone, so that two writers of other pages do not meet. */
const WRITE_ADDRESS = `INSERT INTO status_page_addresses (account_id, page_id, url, custom_domain) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, page_id) DO UPDATE SET url = excluded.url, custom_domain = excluded.custom_domain`;

const READ_CARDS = `SELECT c.id, c.name,
    ARRAY(SELECT cs.service_id::text FROM status_page_card_services cs
      WHERE cs.account_id = c.account_id AND cs.card_id = c.id ORDER BY cs.position) AS "serviceIds"
  FROM status_page_cards c WHERE c.account_id = $1 AND c.page_id = $2`;
const DELETE_CARDS = 'DELETE FROM status_page_cards WHERE account_id = $1 AND page_id = $2 AND id <> ALL ($3)';
/** $5 are those that changed; the others may have moved. */
const WRITE_CARDS = `INSERT INTO status_page_cards (account_id, page_id, id, name, position, created_at, updated_at)
  SELECT $1, $2, c.id, c.name, c.position, $6, $6 FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS c (id, name, position)
  ON CONFLICT (account_id, id) DO UPDATE SET name = excluded.name, position = excluded.position,
    updated_at = CASE WHEN excluded.id = ANY ($5) THEN excluded.updated_at ELSE status_page_cards.updated_at END`;
const DELETE_SERVICES = 'DELETE FROM status_page_card_services WHERE account_id = $1 AND card_id = ANY ($2)';
const WRITE_SERVICES = `INSERT INTO status_page_card_services (account_id, card_id, service_id, position)
  SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::integer[])`;

export type PageChange = Partial<Omit<StatusPage, 'id'>>;

@Injectable()
export class StatusPagesRepository extends AccountRepository<StatusPageRow> {
  constructor(database: Database) {
    super(database, StatusPageRow, MESSAGES);
  }

  /** All cards of a new page are new: ids that they were sent with are those of another page, or made up (spec 2.2). */
  async add(account: AccountId, page: StatusPage, sent: readonly SentCard[]): Promise<void> {
    const cards = sent.map(({ name, services }) => ({ name, services }));
    const values = { ...page, createdAt: new Date(), updatedAt: null };
    await this.insert(account, values, (row, transaction) => write(transaction, row, cards, []));
  }

  /** The page stays locked meanwhile, so of two who write its cards one wins with all of his. */
  async update(account: AccountId, id: string, change: PageChange, cards?: readonly SentCard[]): Promise<void> {
    await this.change(account, { id }, async (row, transaction) => {
      Object.assign(row, change, { updatedAt: new Date() });
      await write(transaction, row, cards, await transaction.rows<Card>(READ_CARDS, [account, id]));
    });
  }
}

/** What hangs on a page. Every statement is sent once, however many cards there are. */
async function write(
  transaction: Transaction,
  { accountId, id, url, customDomain, updatedAt, createdAt }: StatusPageRow,
  sent: readonly SentCard[] | undefined,
  there: readonly Card[],
): Promise<void> {
  await transaction.rows(WRITE_ADDRESS, [accountId, id, url, customDomain]);
  if (!sent) return;
  const cards = arrangeCards({ id, cards: there }, sent, newId);
  const ids = cards.map((card) => card.id);
  const changed = cards.filter((card) => card.changed);
  const changedIds = changed.map((card) => card.id);
  const names = cards.map(({ name }) => name);
  await transaction.rows(DELETE_CARDS, [accountId, id, ids]);
  await transaction.rows(WRITE_CARDS, [accountId, id, ids, names, changedIds, updatedAt ?? createdAt]);
  await transaction.rows(DELETE_SERVICES, [accountId, changedIds]);
  const links = changed.flatMap(({ id: card, serviceIds }) => serviceIds.map((service, at) => [card, service, at]));
  await transaction.rows(WRITE_SERVICES, [accountId, ...[0, 1, 2].map((column) => links.map((link) => link[column]))]);
}
