import { Database } from '#persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { ApiKeysService } from '../api-keys/index.js';
import { CheckGroupsService } from '../check-groups/index.js';
import { ClientCertificatesService } from '../client-certificates/index.js';
import { ChecksService } from '../checks/index.js';
import { DashboardsService } from '../dashboards/index.js';
import { PingQueries } from '../heartbeats/index.js';
import { IncidentsService } from '../incidents/index.js';
import { MaintenanceWindowsService } from '../maintenance-windows/index.js';
import { LocationKeys, PrivateLocationsService } from '../private-locations/index.js';
import { TriggersService } from '../triggers/index.js';
import { SnippetsService } from '../snippets/index.js';
import { StatusPageIncidentsService } from '../status-page-incidents/index.js';
import { StatusPageServicesService } from '../status-page-services/index.js';
import { StatusPageSubscriptionsService } from '../status-page-subscriptions/index.js';
import { StatusPagesService } from '../status-pages/index.js';
import { VariablesService } from '../variables/index.js';

/** The parts of the API that provisioning works with. */
export interface Services {
  database: Database;
  accounts: AccountsService;
  apiKeys: ApiKeysService;
  locations: PrivateLocationsService;
  locationKeys: LocationKeys;
  checkGroups: CheckGroupsService;
  checks: ChecksService;
  triggers: TriggersService;
  variables: VariablesService;
  snippets: SnippetsService;
  certificates: ClientCertificatesService;
  dashboards: DashboardsService;
  incidents: IncidentsService;
  pings: PingQueries;
  windows: MaintenanceWindowsService;
  statusPageServices: StatusPageServicesService;
  statusPages: StatusPagesService;
  statusPageIncidents: StatusPageIncidentsService;
  statusPageSubscriptions: StatusPageSubscriptionsService;
}

export function servicesOf(context: INestApplicationContext): Services {
  return {
    database: context.get(Database, { strict: false }),
    accounts: context.get(AccountsService, { strict: false }),
    apiKeys: context.get(ApiKeysService, { strict: false }),
    locations: context.get(PrivateLocationsService, { strict: false }),
    locationKeys: context.get(LocationKeys, { strict: false }),
    checkGroups: context.get(CheckGroupsService, { strict: false }),
    checks: context.get(ChecksService, { strict: false }),
    triggers: context.get(TriggersService, { strict: false }),
    variables: context.get(VariablesService, { strict: false }),
    snippets: context.get(SnippetsService, { strict: false }),
    certificates: context.get(ClientCertificatesService, { strict: false }),
    dashboards: context.get(DashboardsService, { strict: false }),
    incidents: context.get(IncidentsService, { strict: false }),
    pings: context.get(PingQueries, { strict: false }),
    windows: context.get(MaintenanceWindowsService, { strict: false }),
    statusPageServices: context.get(StatusPageServicesService, { strict: false }),
    statusPages: context.get(StatusPagesService, { strict: false }),
    statusPageIncidents: context.get(StatusPageIncidentsService, { strict: false }),
    statusPageSubscriptions: context.get(StatusPageSubscriptionsService, { strict: false }),
  };
}
