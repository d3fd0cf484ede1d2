import { ServiceUnavailableException } from '@nestjs/common';

/** How long a report waits for its turn, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Reports read much and may take seconds: at most a quarter of the pool's connections is theirs at once, so that leases,
 * results and all other requests have the rest. Further reports wait in line.
 */
export class ReportSlots {
  private free: number;
  private readonly line: (() => void)[] = [];

  constructor(
    poolSize: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.free = Math.max(1, Math.floor(poolSize / 4));
  }

  /** Throws 503 when its turn does not come in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private turn(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        this.line.splice(this.line.indexOf(begin), 1);
        reject(
          new ServiceUnavailableException('Too many reports are being made. Try again, or ask for a shorter time'),
        );
      }, this.patienceMs);
      this.line.push(begin);
    });
  }

  private leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.free += 1;
  }
}
