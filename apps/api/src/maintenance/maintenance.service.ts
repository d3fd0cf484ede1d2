import type { ApiConfig } from '#config';
import { ConnectionWatch } from '#persistence';
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
import { PartitionsQueries } from './partitions.queries.js';
import { Retention } from './retention.js';

/** Days of partitions kept ready. An API that was off for longer makes the missing ones when it starts. */
const DAYS_AHEAD = 7;
/** One connection listens for jobs, two work. */
const WORKER_POOL = 3;

/** Minutes of the hour apart. */
const CRONTAB = '17 * * * * make_partitions\n41 * * * * remove_old';

/** Work that is done once for all replicas: PostgreSQL's job queue decides by whom. */
@Injectable()
export class MaintenanceService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Maintenance');
  private readonly stopping = new AbortController();
  private worker: JobWorker | null = null;

  constructor(
    private readonly connections: ConnectionWatch,
    private readonly background: Background,
    private readonly metrics: PipelineMetrics,
    private readonly partitions: PartitionsQueries,
    private readonly retention: Retention,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.background.enabled) return;
    await this.makePartitions();
    const pool = this.connections.pool(this.config.databaseUrl, WORKER_POOL);
    const tasks: TaskList = {
      make_partitions: async () => {
        if (!(await this.makePartitions())) throw new Error('A table was in use: its partitions are tried again soon.');
      },
      remove_old: () => this.retention.removeOld(this.stopping.signal),
    };
    this.worker = new JobWorker(pool, tasks, CRONTAB);
    await this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.worker?.stop();
  }

  /** Makes what is missing. False when a table was in use, which is no reason not to start: there are days ahead. */
  async makePartitions(): Promise<boolean> {
    const made: (boolean | null)[] = [];
    for (const partition of await this.partitions.missing(DAYS_AHEAD)) made.push(await this.partitions.make(partition));
    const count = made.filter((one) => one === true).length;
    this.metrics.partitionsMade(count);
    if (count > 0) this.logger.log({ made: count }, 'partitions made');
    return !made.includes(null);
  }
}
