import { timingOf, type AccountId, type HeartbeatSettings } from '#domain';
import type { ApiConfig } from '#config';
import { Vault, type Transaction } from '#persistence';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { API_CONFIG } from '../config.module.js';
import type { CheckRow } from './check.entity.js';

/** `heartbeat` as a client sends it, and as it is stored: with its token sealed. */
type SentHeartbeat = HeartbeatSettings & { pingToken?: string | null };
type StoredHeartbeat = HeartbeatSettings & { pingToken: string };

/** A changed period or grace and being activated restart the timer, where a ping has started it (reference 5.8). */
const WRITE_TIMER = {
  name: 'heartbeat_write',
  text: `
  INSERT INTO heartbeats AS h (account_id, check_id, active, period_ms, grace_ms) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, check_id) DO UPDATE SET
    active = excluded.active, period_ms = excluded.period_ms, grace_ms = excluded.grace_ms,
    expected_at = CASE
      WHEN h.expected_at IS NULL OR (h.active, h.period_ms, h.grace_ms) = (excluded.active, excluded.period_ms, excluded.grace_ms)
      THEN h.expected_at ELSE now() + excluded.period_ms * interval '1 ms' END,
    due_at = CASE
      WHEN h.expected_at IS NULL OR (h.active, h.period_ms, h.grace_ms) = (excluded.active, excluded.period_ms, excluded.grace_ms)
      THEN h.due_at ELSE now() + (excluded.period_ms + excluded.grace_ms) * interval '1 ms' END`,
};

const WRITE_TOKEN = {
  name: 'heartbeat_write_token',
  text: `
  INSERT INTO heartbeat_token_hashes AS t (account_id, check_id, token_hash) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, check_id) DO UPDATE SET token_hash = excluded.token_hash WHERE t.token_hash <> excluded.token_hash`,
};

const MARK = '~';
/** A sealed token in the JSON of a check, that of PostgreSQL or ours. No text can look like it: its quotes would be escaped. */
const SEALED = /"pingToken": ?"~([\w+/=]+)"/g;

/** By which the check of a ping is found. */
export const hashPingToken = (token: string): Buffer => createHash('sha256').update(token.toLowerCase()).digest();

/** What heartbeat checks have beside the columns of a check: a timer, and a ping token, which is sealed at rest (decision 17). */
@Injectable()
export class HeartbeatTimers {
  constructor(
    private readonly vault: Vault,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Seals the token of what was sent; without one the check keeps what it had in `before`, or gets a new one. */
  seal(check: Pick<CheckRow, 'accountId' | 'checkType' | 'settings'>, before?: Record<string, unknown>): void {
    if (check.checkType !== 'HEARTBEAT') return;
    const sent = check.settings['heartbeat'] as SentHeartbeat;
    if (sent === before?.['heartbeat']) return;
    const kept = (before?.['heartbeat'] as StoredHeartbeat | undefined)?.pingToken;
    const pingToken =
      sent.pingToken || kept === undefined ? this.sealed(check.accountId, sent.pingToken ?? randomUUID()) : kept;
    check.settings = { ...check.settings, heartbeat: { ...sent, pingToken } };
  }

  /** Writes the timer of a heartbeat check. Throws broken rules for periods and graces out of range. */
  async write(transaction: Transaction, check: CheckRow): Promise<void> {
    if (check.checkType !== 'HEARTBEAT') return;
    const { accountId, id, activated } = check;
    const heartbeat = check.settings['heartbeat'] as StoredHeartbeat;
    const { periodMs, graceMs } = timingOf(heartbeat);
    await transaction.rows(WRITE_TIMER, [accountId, id, activated, periodMs, graceMs]);
    const token = this.vault.open(Buffer.from(heartbeat.pingToken.slice(MARK.length), 'base64'), purpose(accountId));
    await transaction.rows(WRITE_TOKEN, [accountId, id, hashPingToken(token)]);
  }

  /** Opens the tokens in the JSON of checks, each with its address. */
  shown(account: AccountId, json: string): string {
    return json.replace(SEALED, (text, sealed: string) => {
      const token = this.opened(account, sealed);
      if (token === undefined) return text;
      return `"pingToken": "${token}", "pingUrl": "${this.config.publicUrl}/heartbeats/ping/${token}"`;
    });
  }

  private sealed(account: AccountId, token: string): string {
    return MARK + this.vault.seal(token.toLowerCase(), purpose(account)).toString('base64');
  }

  /** Undefined for what only looks like a token, in a part of a check that may hold anything. */
  private opened(account: AccountId, sealed: string): string | undefined {
    try {
      return this.vault.open(Buffer.from(sealed, 'base64'), purpose(account));
    } catch {
      return undefined;
    }
  }
}

const purpose = (account: AccountId) => `heartbeat/${account}`;
