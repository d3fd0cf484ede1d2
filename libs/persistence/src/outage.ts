import { Notifications } from './notifications.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/**
 * Remembers since when agents could reach the API and its database. After an outage they get one lease time to renew or
 * report before their runs go to others or are given up: the time lost was not theirs (decision 23).
 */
@Injectable()
export class Outage implements OnModuleInit {
  private reachableSince = Date.now();

  constructor(private readonly notifications: Notifications) {}

  onModuleInit(): void {
    this.notifications.listen({
      channel: 'pharos_outage',
      heard: () => undefined,
      missed: () => (this.reachableSince = Date.now()),
    });
  }

  /** Whether everything has been reachable for `graceMs`. */
  over(graceMs: number): boolean {
    return this.notifications.connected && Date.now() - this.reachableSince >= graceMs;
  }
}
