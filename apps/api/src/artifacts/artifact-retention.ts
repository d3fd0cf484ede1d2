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
import type { OldArtifact } from './artifacts.queries.js';
import { ArtifactsService } from './artifacts.service.js';

const EVERY_MS = 600_000;

/** Forgets old files. In every replica. */
@Injectable()
export class ArtifactRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Artifacts');
  private last: OldArtifact | undefined;
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

  /** Whether there is more to do at once: not after a page of which nothing could be removed, as the store is away then. */
  async round(): Promise<boolean> {
    const { forgotten, failed, error, last } = await this.artifacts.forget(this.config.artifacts.days, this.last);
    if (forgotten > 0) this.logger.log({ forgotten }, 'old artifacts removed');
    if (failed > 0) this.logger.warn({ failed, err: error }, 'old artifacts not removed, trying again in ten minutes');
    this.last = forgotten > 0 ? last : undefined;
    return this.last !== undefined;
  }
}
