import { Notifications, Waiters } from '#persistence';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SESSIONS_CHANNEL } from '../runs/index.js';

/** Only matters when an announcement is missed. */
const LOOK_AGAIN_MS = 2_000;

/** Callers that wait for sessions to end, by session id. */
@Injectable()
export class WaitingCallers extends Waiters implements OnModuleDestroy {
  constructor(notifications: Notifications) {
    super(notifications, SESSIONS_CHANNEL, LOOK_AGAIN_MS);
  }

  onModuleDestroy(): void {
    this.close();
  }
}
