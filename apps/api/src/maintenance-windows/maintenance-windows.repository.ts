import type { AccountId, MaintenanceWindowFields, Page, PageRequest, TimeCondition, TimeOperator } from '#domain';
import { AccountRepository, Database, type Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, type FindOperator } from 'typeorm';
import { MaintenanceWindowRow } from './maintenance-window.entity.js';
import { settleAllPauses } from './pauses.queries.js';
import type { WindowFilter } from './maintenance-windows.dto.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

const COMPARE: Record<TimeOperator, (at: Date) => FindOperator<Date>> = {
  gt: MoreThan,
  gte: MoreThanOrEqual,
  lt: LessThan,
  lte: LessThanOrEqual,
};

/** What a window changes in schedules is there when the window is. */
const settle = ({ accountId }: MaintenanceWindowRow, transaction: Transaction) =>
  settleAllPauses(transaction, accountId);

@Injectable()
export class MaintenanceWindowsRepository extends AccountRepository<MaintenanceWindowRow> {
  constructor(database: Database) {
    super(database, MaintenanceWindowRow, {
      maintenance_windows_pkey: 'A maintenance window with this id exists already.',
    });
  }

  async readPage(account: AccountId, filter: WindowFilter, request: PageRequest): Promise<Page<MaintenanceWindowRow>> {
    const where = Object.fromEntries(
      Object.entries(filter).flatMap(([field, condition]: [string, TimeCondition | null]) =>
        condition ? [[field, COMPARE[condition.operator](condition.at)]] : [],
      ),
    );
    return this.page(account, request, NEWEST_FIRST, where);
  }

  add(account: AccountId, window: MaintenanceWindowFields, id?: number): Promise<MaintenanceWindowRow> {
    const row = { ...window, ...(id !== undefined && { id }), createdAt: new Date(), updatedAt: null };
    return this.insert(account, row as Omit<MaintenanceWindowRow, 'accountId'>, settle);
  }

  update(account: AccountId, id: number, step: (row: MaintenanceWindowRow) => void): Promise<MaintenanceWindowRow> {
    const change = (row: MaintenanceWindowRow) => {
      step(row);
      row.updatedAt = new Date();
    };
    return this.change(account, { id }, change, settle);
  }

  /** The checks it stopped go on. */
  removeWindow(account: AccountId, id: number): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const row = await this.locked(transaction, account, { id });
      await transaction.manager.delete(MaintenanceWindowRow, { accountId: account, id });
      await settle(row, transaction);
    });
  }
}
