import { notFound, type Account, type AccountId } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { AccountRow } from './account.entity.js';

const COLUMNS = `a.account_id AS id, a.name, a.runtime_id AS "runtimeId", a.plan, a.settings, a.alert_settings AS "alertSettings"`;
const NEWEST_FIRST = 'ORDER BY a.created_at DESC, a.account_id DESC';

/**
 * The account that a key speaks for and those that the same key opens beside it, found through its hash: keys are stored by
 * account first. A key of an extension (single sign-on) has no hash and sees its one account.
 */
const VISIBLE = `a.account_id = $1 OR a.account_id IN (
  SELECT k.account_id
  FROM api_key_hashes own
  JOIN api_key_hashes other ON other.key_hash = own.key_hash
  JOIN api_keys k ON k.account_id = other.account_id AND k.id = other.key_id
  WHERE own.account_id = $1 AND own.key_id = $2 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))`;

const LIST = { name: 'accounts_list', text: `SELECT ${COLUMNS} FROM accounts a WHERE ${VISIBLE} ${NEWEST_FIRST}` };
const ONE = {
  name: 'accounts_one',
  text: `SELECT ${COLUMNS} FROM accounts a WHERE a.account_id = $3 AND (${VISIBLE})`,
};
const ALL = { name: 'accounts_all', text: `SELECT ${COLUMNS} FROM accounts a ${NEWEST_FIRST}` };

@Injectable()
export class AccountsRepository extends AccountRepository<AccountRow> {
  constructor(database: Database) {
    super(database, AccountRow, { accounts_pkey: 'An account with this id exists already.' });
  }

  visible(account: AccountId, keyId: string): Promise<Account[]> {
    return this.database.rows<Account>(LIST, [account, keyId]);
  }

  /** Throws not-found for an account that the key does not open. */
  async oneVisible(account: AccountId, keyId: string, wanted: string): Promise<Account> {
    const [found] = await this.database.rows<Account>(ONE, [account, keyId, wanted]);
    if (!found) throw notFound();
    return found;
  }

  /** Every account of the database, for those who run the service. */
  all(): Promise<Account[]> {
    return this.database.rows<Account>(ALL);
  }
}
