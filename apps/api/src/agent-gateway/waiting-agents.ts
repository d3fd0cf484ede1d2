import { Notifications, Waiters } from '#persistence';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RUNS_CHANNEL } from '../runs/index.js';

/** Retries and ended leases become available without an announcement. */
const LOOK_AGAIN_MS = 1_000;

/** Agents that wait for work, by `account/slug`. While the API drains nobody waits: agents come back to another replica. */
@Injectable()
export class WaitingAgents extends Waiters implements OnModuleDestroy {
  constructor(notifications: Notifications) {
    super(notifications, RUNS_CHANNEL, LOOK_AGAIN_MS);
  }

  onModuleDestroy(): void {
    this.close();
  }
}
