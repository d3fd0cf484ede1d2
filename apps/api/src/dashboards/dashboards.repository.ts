import { nameKey, type AccountId, type Dashboard, type DashboardName } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { DashboardAddressRow, DashboardRow } from './dashboard.entity.js';

/** The same whoever has the name: nobody learns of other accounts. */
const MESSAGES = {
  dashboards_dashboard_id_key: 'A dashboard with this dashboardId exists already.',
  dashboard_addresses_pkey: 'This customUrl is taken. Choose another one.',
  dashboard_addresses_custom_domain_key: 'This customDomain is taken.',
};

const COLUMNS: Record<DashboardName, string> = { customUrl: 'custom_url', customDomain: 'custom_domain' };

/** Keeps the directory of addresses in step: its constraints are what makes names unique across accounts. */
@Injectable()
export class DashboardsRepository extends AccountRepository<DashboardRow> {
  constructor(database: Database) {
    super(database, DashboardRow, MESSAGES);
  }

  add(account: AccountId, dashboard: Omit<Dashboard, 'id'>): Promise<DashboardRow> {
    return this.insert(account, dashboard as Dashboard, async (row, { manager }) => {
      await manager.insert(DashboardAddressRow, { ...namesOf(row), accountId: account, dashboardId: row.id });
    });
  }

  /** Throws not-found when no dashboard of the account has the name, in whatever case. */
  named(account: AccountId, by: DashboardName, name: string): Promise<DashboardRow> {
    const found = (id: string) => `${id} =
      (SELECT a.dashboard_id FROM dashboard_addresses a WHERE a.${COLUMNS[by]} = :name AND a.account_id = :account)`;
    return this.get(account, { id: Raw(found, { name: nameKey(name), account }) });
  }

  update(account: AccountId, dashboardId: string, step: (row: DashboardRow) => Dashboard): Promise<DashboardRow> {
    return this.change(account, { dashboardId }, async (row, { manager }) => {
      Object.assign(row, step(row), { updatedAt: new Date() });
      await manager.update(DashboardAddressRow, { accountId: account, dashboardId: row.id }, namesOf(row));
    });
  }
}

const namesOf = ({ customUrl, customDomain }: Dashboard) => ({
  customUrl: nameKey(customUrl),
  customDomain: customDomain === null ? null : nameKey(customDomain),
});
