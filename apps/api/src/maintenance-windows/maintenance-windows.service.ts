import {
  checkWindow,
  occurrenceRange,
  occurrencesIn,
  type AccountId,
  type MaintenanceWindowFields,
  type Occurrence,
  type Page,
  type PageRequest,
  type TimeRange,
} from '#domain';
import { Injectable } from '@nestjs/common';
import type { MaintenanceWindowRow } from './maintenance-window.entity.js';
import type { WindowFilter } from './maintenance-windows.dto.js';
import { MaintenanceWindowsRepository } from './maintenance-windows.repository.js';

@Injectable()
export class MaintenanceWindowsService {
  constructor(private readonly windows: MaintenanceWindowsRepository) {}

  list(account: AccountId, filter: WindowFilter, page: PageRequest): Promise<Page<MaintenanceWindowRow>> {
    return this.windows.readPage(account, filter, page);
  }

  get(account: AccountId, id: number): Promise<MaintenanceWindowRow> {
    return this.windows.get(account, { id });
  }

  /** With `id`, under that one instead of the next. */
  create(account: AccountId, window: MaintenanceWindowFields, id?: number): Promise<MaintenanceWindowRow> {
    return this.windows.add(account, checkWindow(window), id);
  }

  update(account: AccountId, id: number, change: Partial<MaintenanceWindowFields>): Promise<MaintenanceWindowRow> {
    return this.windows.update(account, id, (row) => void checkWindow(Object.assign(row, change)));
  }

  remove(account: AccountId, id: number): Promise<void> {
    return this.windows.removeWindow(account, id);
  }

  /** Throws not-found, or a broken rule when `from` does not lie before `to`. */
  async occurrences(
    account: AccountId,
    id: number,
    { limit, ...asked }: Partial<TimeRange> & { limit: number },
  ): Promise<Occurrence[]> {
    const range = occurrenceRange(asked, new Date());
    return occurrencesIn(await this.windows.get(account, { id }), range, limit);
  }
}
