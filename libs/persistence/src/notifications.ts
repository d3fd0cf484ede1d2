import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import type { Transaction } from './database.js';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 4_000;
const BEAT_MS = 1_000;
/** Beats without an answer after which the connection counts as dead: its other end may be gone without a word. */
const SILENT_BEATS = 4;

const NOTIFY = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

interface Subscription {
  channel: string;
  heard: (payload: string) => void;
  /** Called after a time in which notifications may have been missed. */
  missed: () => void;
}

/**
 * PostgreSQL's LISTEN and NOTIFY: how replicas tell each other. One connection of its own, made again when it breaks, and
 * asked every second whether it still lives: a listener only waits, so nothing else would notice.
 * Notifications only make things faster: whoever listens also works, later, without them.
 */
@Injectable()
export class Notifications implements OnApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly subscriptions: Subscription[] = [];
  private readonly onSilence: (() => void)[] = [];
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private warned = false;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** Whether notifications arrive at the moment. */
  get connected(): boolean {
    return this.client !== null;
  }

  listen(subscription: Subscription): void {
    this.subscriptions.push(subscription);
  }

  /** `act` is called when the database has not answered for some seconds though the connection stands. */
  silent(act: () => void): void {
    this.onSilence.push(act);
  }

  /** Call once everybody has subscribed. Resolves after the first attempt, also when it failed. */
  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'pharos notifications',
    });
    client.on('notification', ({ channel, payload = '' }) => this.heard(channel, payload));
    let beat: NodeJS.Timeout | undefined;
    let isLost = false;
    const lost = (error?: unknown) => {
      clearInterval(beat);
      if (!isLost) this.reconnect(client, error);
      isLost = true;
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      beat = this.watch(client);
      for (const channel of new Set(this.subscriptions.map((each) => each.channel)))
        await client.query(`LISTEN ${channel}`);
      if (this.stopped || isLost) return destroy(client);
      this.client = client;
      this.warned = false;
      for (const { missed } of this.subscriptions) missed();
    } catch (error) {
      lost(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    const { client } = this;
    // A server that does not answer must not hold up the end of the process.
    const patience = client && setTimeout(() => destroy(client), RECONNECT_MS);
    await client?.end().catch(() => undefined);
    if (patience) clearTimeout(patience);
  }

  private heard(channel: string, payload: string): void {
    for (const subscription of this.subscriptions) if (subscription.channel === channel) subscription.heard(payload);
  }

  /** Counts beats, not time: while this process itself is busy, neither beats nor answers are handled. */
  private watch(client: Client): NodeJS.Timeout {
    let unanswered = 0;
    const beat = setInterval(() => {
      unanswered += 1;
      if (unanswered > SILENT_BEATS) {
        clearInterval(beat);
        this.logger.warn('the database does not answer: breaking the connections to it');
        destroy(client);
        for (const act of this.onSilence) act();
      } else if (unanswered === 1) {
        client.query('SELECT 1').then(
          () => (unanswered = 0),
          () => undefined,
        );
      }
    }, BEAT_MS);
    return beat.unref();
  }

  private reconnect(client: Client, error: unknown): void {
    if (this.client === client) this.client = null;
    if (this.stopped) return;
    if (!this.warned) this.logger.warn({ err: error }, 'cannot listen for notifications, trying again');
    this.warned = true;
    destroy(client);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.start();
    }, RECONNECT_MS);
  }
}

/** Ends a connection without a word to the other side, which may never answer. */
export function destroy(client: object): void {
  (client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Tells every replica once the transaction commits. */
export async function notify(transaction: Transaction, channel: string, payload: string): Promise<void> {
  await transaction.rows(NOTIFY, [channel, payload]);
}
