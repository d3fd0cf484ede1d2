import type { ApiConfig } from '#config';
import { ConnectionWatch, Database } from '#persistence';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { TaskList } from 'graphile-worker';
import { Background } from '../background.js';
import { API_CONFIG } from '../config.module.js';
import { JobWorker } from './job-worker.js';
import { PipelineMetrics } from '../metrics/index.js';
import { Retention } from './retention.js';

/** Days of partitions kept ready. An API that was off for longer makes the missing ones when it starts. */
const DAYS_AHEAD = 7;
/** One connection listens for jobs, two work. */
const WORKER_POOL = 3;

/** Minutes of the hour apart. */
const CRONTAB = '17 * * * * make_partitions\n41 * * * * remove_old';

const MAKE_PARTITIONS = {
  name: 'make_partitions',
  text: `SELECT make_partitions((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + $1::integer) AS made`,
};

/** Work that is done once for all replicas: PostgreSQL's job queue decides by whom. */
@Injectable()
export class MaintenanceService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Maintenance');
  private readonly stopping = new AbortController();
  private worker: JobWorker | null = null;

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionWatch,
    private readonly background: Background,
    private readonly metrics: PipelineMetrics,
    private readonly retention: Retention,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.background.enabled) return;
    await this.makePartitions();
    const pool = this.connections.pool(this.config.databaseUrl, WORKER_POOL);
    const tasks: TaskList = {
      make_partitions: () => this.makePartitions(),
      remove_old: () => this.retention.removeOld(this.stopping.signal),
    };
    this.worker = new JobWorker(pool, tasks, CRONTAB);
    await this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.worker?.stop();
  }

  async makePartitions(): Promise<void> {
    const [row] = await this.database.rows<{ made: number }>(MAKE_PARTITIONS, [DAYS_AHEAD]);
    this.metrics.partitionsMade(row?.made ?? 0);
    if (row?.made) this.logger.log({ made: row.made }, 'partitions made');
  }
}
