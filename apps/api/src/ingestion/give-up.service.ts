import { OUTAGE_GRACE_SECONDS } from '#agent-protocol';
import { Outage, Periodic } from '#persistence';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Background } from '../background.js';
import { IngestionService } from './ingestion.service.js';

const EVERY_MS = 2_000;
/** Runs too old to be handed out are looked for at the start and as often as this, in milliseconds. */
const FORGOTTEN_EVERY_MS = 3_600_000;

/** Ends the runs that nobody will finish, so that every session ends and every check is scheduled again. */
@Injectable()
export class GiveUpService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('GiveUp');
  private readonly loop = new Periodic('GiveUp', EVERY_MS, () => this.round());

  private forgottenAt = 0;

  constructor(
    private readonly ingestion: IngestionService,
    private readonly outage: Outage,
    private readonly background: Background,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.background.enabled) return;
    this.outage.watch();
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    if (!this.outage.over(OUTAGE_GRACE_SECONDS * 1_000)) return false;
    const forgotten = Date.now() - this.forgottenAt >= FORGOTTEN_EVERY_MS;
    const ended = await this.ingestion.giveUp(forgotten);
    if (forgotten && ended === 0) this.forgottenAt = Date.now();
    if (ended > 0) this.logger.warn({ ended }, 'runs given up: no agent finished them');
    return ended > 0;
  }
}
