import { Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { isDeadlock, translateError, type Messages } from './translate-error.js';

/** A statement that PostgreSQL plans once per connection. Its name must be unique; equal names mean equal texts. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** How often a statement or transaction is tried that loses to others. */
const MOST_ATTEMPTS = 3;

/** Statements inside one transaction. */
export class Transaction {
  constructor(readonly manager: EntityManager) {}

  /** Runs one statement and returns its rows (of RETURNING too), as plain objects. A `Statement` is prepared: for hot paths. */
  async rows<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const runner = this.manager.queryRunner!;
    if (typeof statement === 'string') {
      const result = await runner.query(statement, values as unknown[], true);
      return result.records as Row[];
    }
    const client = (await runner.connect()) as ClientBase;
    return (await client.query({ ...statement, values: values as unknown[] })).rows as Row[];
  }
}

/** The way to PostgreSQL. Every error leaves translated (see `translateError`). */
@Injectable()
export class Database {
  constructor(readonly dataSource: DataSource) {}

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** One statement, prepared by name, on a connection of the pool. Done again after a deadlock, as a transaction is. */
  async rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await retried(() => this.pool.query({ ...statement, values: values as unknown[] }));
    return result.rows as Row[];
  }

  /** Everything in `work` happens, or nothing. When PostgreSQL breaks a deadlock by ending this one, `work` is done again. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, messages?: Messages): Promise<T> {
    return retried(() => this.dataSource.transaction((manager) => work(new Transaction(manager))), messages);
  }

  /** The pool below TypeORM: TypeORM has no prepared statements, and hot paths need them. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

async function retried<T>(work: () => Promise<T>, messages?: Messages): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt < MOST_ATTEMPTS && isDeadlock(error)) continue;
      throw translateError(error, messages);
    }
  }
}
