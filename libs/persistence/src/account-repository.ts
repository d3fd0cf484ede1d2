import { notFound, offsetOf, type AccountId, type Page, type PageRequest } from '#domain';
import type { DeepPartial, EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Database, Transaction } from './database.js';

import { translateError, type Messages } from './translate-error.js';

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
    protected readonly messages: Messages = {},
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

  /**
   * A page, with the total that a trigger keeps: the table's migration must have `count_rows_of`. Counting for each page
   * would read the index of all rows; only those of a filter (`where`) are counted. One statement; a page beyond the end
   * needs another one for its total.
   */
  async page(
    account: AccountId,
    { limit, page }: PageRequest,
    order: FindOptionsOrder<Row>,
    where: FindOptionsWhere<Row> = {},
  ): Promise<Page<Row>> {
    return this.translated(async () => {
      const { entities: items, raw } = await this.database.manager
        .createQueryBuilder(this.row, 'item')
        .setFindOptions({ where: this.of(account, where), order, take: limit, skip: offsetOf({ limit, page }) })
        .addSelect(Object.keys(where).length > 0 ? 'count(*) OVER ()' : TOTAL, 'total')
        .setParameters({ account, table: this.database.dataSource.getMetadata(this.row).tableName })
        .getRawAndEntities<{ total: string }>();
      const [{ total } = await this.countOf(account, where)] = raw;
      return { items, total: Number(total ?? 0), limit, page };
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

  /** Loads the row under a lock, applies `step` (which may throw), saves it, and does `also`: one transaction, no lost update. */
  async change(account: AccountId, where: FindOptionsWhere<Row>, step: Step<Row>, also?: Step<Row>): Promise<Row> {
    return this.database.transaction(async (transaction) => {
      const row = await this.locked(transaction, account, where);
      await step(row, transaction);
      await transaction.manager.save(row);
      await also?.(row, transaction);
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

  /** Locked against every other change and removal, but not against rows that only refer to it: ingestion stores such rows. */
  protected async locked(transaction: Transaction, account: AccountId, where: FindOptionsWhere<Row>): Promise<Row> {
    const row = await transaction.manager.findOne(this.row, {
      where: this.of(account, where),
      lock: { mode: 'for_no_key_update' },
    });
    return row ?? missing();
  }

  private async countOf(account: AccountId, where: FindOptionsWhere<Row>): Promise<{ total: number }> {
    return { total: await this.database.manager.countBy(this.row, this.of(account, where)) };
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

const TOTAL = '(SELECT n.total FROM row_counts n WHERE n.account_id = :account AND n.table_name = :table)';

/** Changes a loaded row in place; may use the transaction for rows that hang on it. */
export type Step<Row> = (row: Row, transaction: Transaction) => void | Promise<void>;

function missing(): never {
  throw notFound();
}
