import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { CONNECT_TIMEOUT_MS } from './data-source.js';
import { Database } from './database.js';
import { destroy, Notifications } from './notifications.js';

/**
 * Breaks the connections of pools when the database stops answering without closing them (frozen, or the network is gone):
 * without it, what is in progress would wait until TCP gives up, which takes many minutes.
 */
@Injectable()
export class ConnectionWatch implements OnModuleInit {
  private readonly open = new Set<PoolClient>();

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit(): void {
    this.watch(this.database.pool);
    this.notifications.silent(() => this.break());
  }

  /** A pool beside the one of `Database`, for those who hold connections for long. The caller ends it. */
  pool(connectionString: string, max: number): Pool {
    const pool = new Pool({ connectionString, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
    // A connection that breaks is replaced; whoever used it hears it from its own statement.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.watch(pool);
    return pool;
  }

  private watch(pool: Pool): void {
    pool.on('acquire', (client) => this.open.add(client));
    pool.on('remove', (client) => this.open.delete(client));
  }

  /** What runs on them ends with an error that callers see as 503. */
  private break(): void {
    for (const client of this.open) destroy(client);
    this.open.clear();
  }
}
