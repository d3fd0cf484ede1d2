import {
  changeDashboard,
  keysOf,
  type AccountId,
  type Dashboard,
  type DashboardName,
  type DashboardSettings,
  type Page,
  type PageRequest,
} from '#domain';
import { Injectable } from '@nestjs/common';
import type { DashboardRow } from './dashboard.entity.js';
import { DashboardsRepository } from './dashboards.repository.js';
import { newDashboardKey, randomName, toStore } from './key-material.js';

/** What may be left out: a random name, and texts that were never set. */
type Optional = 'customUrl' | 'link' | 'header';
export type NewDashboard = Omit<DashboardSettings, Optional> & Partial<DashboardSettings>;

/** With the raw key that this very request has made: told once, kept nowhere. */
export interface WrittenDashboard {
  dashboard: DashboardRow;
  rawKey?: string;
}

@Injectable()
export class DashboardsService {
  constructor(private readonly dashboards: DashboardsRepository) {}

  list(account: AccountId, page: PageRequest): Promise<Page<DashboardRow>> {
    return this.dashboards.page(account, page, { createdAt: 'DESC', id: 'DESC' });
  }

  /** By its `dashboardId`, or by another name of it. Throws not-found. */
  get(account: AccountId, name: string, by?: DashboardName): Promise<DashboardRow> {
    return by ? this.dashboards.named(account, by, name) : this.dashboards.get(account, { dashboardId: name });
  }

  /** Throws a conflict when any account has the customUrl or customDomain. */
  create(account: AccountId, values: NewDashboard, dashboardId = randomName(10)): Promise<WrittenDashboard> {
    return withKey((fresh) =>
      this.dashboards.add(account, {
        link: null,
        header: null,
        ...values,
        customUrl: values.customUrl ?? randomName(14),
        dashboardId,
        keys: keysOf(values.isPrivate, [], fresh),
        createdAt: new Date(),
        updatedAt: null,
      }),
    );
  }

  update(account: AccountId, dashboardId: string, change: Partial<DashboardSettings>): Promise<WrittenDashboard> {
    return withKey((fresh) =>
      this.dashboards.update(account, dashboardId, (current) => changeDashboard(current, change, fresh)),
    );
  }

  /** With its incidents. */
  remove(account: AccountId, dashboardId: string): Promise<void> {
    return this.dashboards.remove(account, { dashboardId });
  }
}

/** A key at hand for a dashboard that becomes private; tells the raw one only when it was taken. */
async function withKey(write: (fresh: Dashboard['keys'][number]) => Promise<DashboardRow>): Promise<WrittenDashboard> {
  const rawKey = newDashboardKey();
  const fresh = toStore(rawKey);
  const dashboard = await write(fresh);
  return dashboard.keys.some(({ id }) => id === fresh.id) ? { dashboard, rawKey } : { dashboard };
}
