import { Client } from 'pg';

type Query = (this: unknown, ...args: unknown[]) => unknown;
const prototype = Client.prototype as unknown as { query: Query };

/** Counts what goes to PostgreSQL from this process, by statement; not in place while speed is measured. */
export class StatementCount {
  private readonly original = prototype.query;
  private counts = new Map<string, number>();

  start(): void {
    const { counts, original } = this;
    counts.clear();
    prototype.query = function (...args) {
      const [statement] = args as [string | { name?: string; text?: string }];
      const name = typeof statement === 'string' ? statement : (statement.name ?? statement.text ?? '');
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return original.apply(this, args);
    };
  }

  stop(): Record<string, number> {
    prototype.query = this.original;
    return Object.fromEntries(this.counts);
  }
}
