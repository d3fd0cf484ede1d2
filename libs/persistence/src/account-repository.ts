import { notFound, offsetOf, type AccountId, type Page, type PageRequest } from '#domain';
import type { DeepPartial, EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Database, Transaction } from './database.js';

import { translateError } from './translate-error.js';

export interface AccountRow extends ObjectLiteral {
  accountId: AccountId;
}

/**
 * Rows of one account. The account is the first parameter of every method and part of every condition, so a row of
 * another account cannot be read, changed or even noticed. TypeORM's `save` stays out of reach: it is an upsert.
 */
export abstract class AccountRepository<Row extends AccountRow> {
  protected constructor(
    protected readonly database: Database,
    protected readonly row: EntityTarget<Row>,
    /** Constraint name -> the sentence a caller reads when it is broken. */
    protected readonly messages: Record<string, string> = {},
  ) {}

  /** Throws not-found when the account has no such row. */
  async get(account: AccountId, where: FindOptionsWhere<Row>): Promise<Row> {
    return this.translated(async () => {
      const row = await this.database.manager.findOne(this.row, { where: this.of(account, where) });
      return row ?? missing();
    });
  }

  async list(account: AccountId, order: FindOptionsOrder<Row>, where: FindOptionsWhere<Row> = {}): Promise<Row[]> {
    return this.translated(() => this.database.manager.find(this.row, { where: this.of(account, where), order }));
  }

  async page(account: AccountId, { limit, page }: PageRequest, order: FindOptionsOrder<Row>): Promise<Page<Row>> {
    return this.translated(async () => {
      const [items, total] = await this.database.manager.findAndCount(this.row, {
        where: this.of(account, {}),
        order,
        take: limit,
        skip: offsetOf({ limit, page }),
      });
      return { items, total, limit, page };
    });
  }

  async insert(account: AccountId, values: Omit<Row, 'accountId'>, also?: Step<Row>): Promise<Row> {
    return this.database.transaction(async (transaction) => {
      const row = transaction.manager.create(this.row, {
        ...values,
        accountId: account,
      } as unknown as DeepPartial<Row>);
      await transaction.manager.insert(this.row, row as never);
      await also?.(row, transaction);
      return row;
    }, this.messages);
  }

  /** Loads the row under a lock, applies `step` (which may throw), and saves it: one transaction, no lost update. */
  async change(account: AccountId, where: FindOptionsWhere<Row>, step: Step<Row>): Promise<Row> {
    return this.database.transaction(async (transaction) => {
      const row = await this.locked(transaction, account, where);
      await step(row, transaction);
      await transaction.manager.save(row);
      return row;
    }, this.messages);
  }

  /** Throws not-found when the account has no such row. */
  async remove(account: AccountId, where: FindOptionsWhere<Row>): Promise<void> {
    await this.translated(async () => {
      const { affected } = await this.database.manager.delete(this.row, this.of(account, where));
      if (!affected) throw notFound();
    });
  }

  protected async locked(transaction: Transaction, account: AccountId, where: FindOptionsWhere<Row>): Promise<Row> {
    const row = await transaction.manager.findOne(this.row, {
      where: this.of(account, where),
      lock: { mode: 'pessimistic_write' },
    });
    return row ?? missing();
  }

  private of(account: AccountId, where: FindOptionsWhere<Row>): FindOptionsWhere<Row> {
    return { ...where, accountId: account } as FindOptionsWhere<Row>;
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translateError(error, this.messages);
    }
  }
}

/** Changes a loaded row in place; may use the transaction for rows that hang on it. */
export type Step<Row> = (row: Row, transaction: Transaction) => void | Promise<void>;

function missing(): never {
  throw notFound();
}
