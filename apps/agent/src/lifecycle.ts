import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { HeldLease } from '#agent-protocol';
import type { ArtifactUploader } from './artifacts/artifact-uploader.js';
import type { ErrorTelemetry } from './error-telemetry.js';
import type { Logger } from './logging.js';
import type { ApiClient } from './work/api-client.js';
import type { LeaseLoop } from './work/lease-loop.js';
import type { Pacer } from './work/pacer.js';
import type { Readiness } from './work/readiness.js';
import type { Renewal } from './work/renewal.js';
import type { Reporter } from './work/reporter.js';
import type { Workload } from './work/workload.js';

/** A replica of the API that restarts, say, is replaced by another within a second. */
const RELEASE_TRIES = 4;
const RELEASE_PAUSE_MS = 300;

/** The parts that work, in the order in which they start. */
export interface Works {
  readiness: Readiness;
  api: ApiClient;
  pacer: Pacer;
  reporter: Reporter;
  artifacts: ArtifactUploader;
  telemetry: ErrorTelemetry;
  workload: Workload;
  renewal: Renewal;
  leaseLoop: LeaseLoop;
}

/**
 * Starts and stops the work. It stands in the root module, so that its shutdown hook runs first; the health port stays
 * open until the hook has ended, so that the 503 of a drain can be seen.
 */
export class Lifecycle implements BeforeApplicationShutdown {
  private drained: Promise<void> | undefined;

  constructor(
    private readonly works: Works,
    private readonly agentId: string,
    private readonly graceMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.logger.info(`Starting agent ${this.agentId}`);
    this.works.reporter.start();
    this.works.artifacts.start();
    this.works.renewal.start();
    this.works.leaseLoop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drain();
  }

  /** Design 9. Readiness turns at once; resolves when nothing is left to do. Calling it again changes nothing. */
  drain(): Promise<void> {
    this.drained ??= this.stop();
    return this.drained;
  }

  private async stop(): Promise<void> {
    const { readiness, workload, leaseLoop, renewal, reporter, artifacts, telemetry, pacer, api } = this.works;
    readiness.drain();
    this.logger.info({ held: workload.size }, 'Shutting down: finishing what runs');
    const early = workload.pause();
    await leaseLoop.stop();
    await this.release([...early, ...workload.pause()]);
    if (!(await this.finished())) {
      this.logger.warn({ left: workload.size }, 'The grace period is over: giving back what still runs');
      await this.release(workload.abandon());
    }
    await reporter.close();
    await artifacts.close();
    telemetry.stop();
    await renewal.stop();
    pacer.stop();
    await api.close();
    this.logger.info('Stopped');
  }

  /** Whether everything that runs came to its end within the grace period. */
  private async finished(): Promise<boolean> {
    const { workload } = this.works;
    const over = sleep(this.graceMs, false, { ref: false });
    while (workload.size > 0) {
      const more = await Promise.race([workload.change().then(() => true), over]);
      if (!more) return false;
    }
    return true;
  }

  /** Gives leases back, so that another agent has them at once; if that fails they run out by themselves. */
  private async release(leases: HeldLease[]): Promise<void> {
    if (leases.length === 0) return;
    for (let tries = 1; ; tries += 1) {
      try {
        await this.works.api.release({ agentId: this.agentId, leases });
        return this.logger.info({ released: leases.length }, 'Gave back leases');
      } catch (error) {
        if (tries < RELEASE_TRIES) {
          await sleep(RELEASE_PAUSE_MS);
          continue;
        }
        return this.logger.warn(
          { reason: String(error) },
          'Leases could not be given back: they run out by themselves',
        );
      }
    }
  }
}
