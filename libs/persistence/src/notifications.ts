import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import type { Transaction } from './database.js';

const RECONNECT_MS = 1_000;

interface Subscription {
  channel: string;
  heard: (payload: string) => void;
  /** Called after a time in which notifications may have been missed. */
  missed: () => void;
}

/**
 * PostgreSQL's LISTEN and NOTIFY: how replicas tell each other. One connection of its own, made again when it breaks.
 * Notifications only make things faster: whoever listens also works, later, without them.
 */
@Injectable()
export class Notifications implements OnApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly subscriptions: Subscription[] = [];
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** Whether notifications arrive at the moment. */
  get connected(): boolean {
    return this.client !== null;
  }

  listen(subscription: Subscription): void {
    this.subscriptions.push(subscription);
  }

  /** Call once everybody has subscribed. Resolves after the first attempt, also when it failed. */
  async start(): Promise<void> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 5_000, keepAlive: true });
    const lost = () => this.reconnect(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload = '' }) => this.heard(channel, payload));
    try {
      await client.connect();
      for (const channel of new Set(this.subscriptions.map((each) => each.channel)))
        await client.query(`LISTEN ${channel}`);
      this.client = client;
      for (const { missed } of this.subscriptions) missed();
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot listen for notifications, trying again');
      lost();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private heard(channel: string, payload: string): void {
    for (const subscription of this.subscriptions) if (subscription.channel === channel) subscription.heard(payload);
  }

  private reconnect(client: Client): void {
    client.removeAllListeners('end');
    if (this.client === client) this.client = null;
    if (this.stopped || this.timer) return;
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.start();
    }, RECONNECT_MS);
  }
}

/** Tells every replica once the transaction commits. */
export async function notify(transaction: Transaction, channel: string, payload: string): Promise<void> {
  await transaction.rows('SELECT pg_notify($1, $2)', [channel, payload]);
}
