import type { ApiConfig } from '#config';
import { Periodic } from '#persistence';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Background } from '../background.js';
import { API_CONFIG } from '../config.module.js';
import { ArtifactsService } from './artifacts.service.js';

const EVERY_MS = 600_000;
const BATCH = 100;

/** Forgets old files. In every replica: each takes others. */
@Injectable()
export class ArtifactRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Artifacts');
  private readonly loop = new Periodic('Artifacts', EVERY_MS, () => this.round());

  constructor(
    private readonly artifacts: ArtifactsService,
    private readonly background: Background,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.background.enabled) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Whether there is more to do at once. */
  async round(): Promise<boolean> {
    const forgotten = await this.artifacts.forget(this.config.artifacts.days, BATCH);
    if (forgotten > 0) this.logger.log({ forgotten }, 'old artifacts removed');
    return forgotten === BATCH;
  }
}
