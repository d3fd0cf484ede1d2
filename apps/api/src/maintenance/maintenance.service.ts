import type { ApiConfig } from '#config';
import { Database } from '#persistence';
import {
  Inject,
  Injectable,
  Logger as NestLogger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker';
import { Background } from '../background.js';
import { API_CONFIG } from '../config.module.js';

/** Days of partitions kept ready. An API that was off for longer makes the missing ones when it starts. */
const DAYS_AHEAD = 7;

const MAKE_PARTITIONS = {
  name: 'make_partitions',
  text: `SELECT make_partitions((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + $1::integer) AS made`,
};

/** Work that is done once for all replicas: PostgreSQL's job queue decides by whom. */
@Injectable()
export class MaintenanceService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new NestLogger('Maintenance');
  private runner: Runner | null = null;

  constructor(
    private readonly database: Database,
    private readonly background: Background,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.background.enabled) return;
    await this.makePartitions();
    this.runner = await run({
      connectionString: this.config.databaseUrl,
      concurrency: 2,
      maxPoolSize: 3,
      pollInterval: 5_000,
      noHandleSignals: true,
      logger: new WorkerLogger(
        ({ label }) =>
          (level, message) =>
            this.log(level, `${label ?? 'worker'}: ${message}`),
      ),
      taskList: { make_partitions: () => this.makePartitions() },
      crontab: '17 * * * * make_partitions',
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.runner?.stop();
  }

  async makePartitions(): Promise<void> {
    const [row] = await this.database.rows<{ made: number }>(MAKE_PARTITIONS, [DAYS_AHEAD]);
    if (row?.made) this.logger.log({ made: row.made }, 'partitions made');
  }

  private log(level: string, message: string): void {
    if (level === 'error') this.logger.error(message);
    else if (level === 'warning') this.logger.warn(message);
    else this.logger.debug(message);
  }
}
