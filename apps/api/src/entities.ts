import { AccountRow } from './accounts/index.js';
import { CheckGroupRow } from './check-groups/index.js';
import { CheckRow } from './checks/index.js';
import { ClientCertificateRow } from './client-certificates/index.js';
import { ErrorGroupRow } from './error-groups/index.js';
import { ApiKeyHashRow, ApiKeyRow } from './api-keys/index.js';
import { DashboardAddressRow, DashboardRow } from './dashboards/index.js';
import { IncidentRow, IncidentUpdateRow } from './incidents/index.js';
import { MaintenanceWindowRow } from './maintenance-windows/index.js';
import { LocationKeyHashRow, LocationKeyRow, PrivateLocationRow } from './private-locations/index.js';
import { SnippetRow } from './snippets/index.js';
import { StatusPageServiceRow } from './status-page-services/index.js';
import { StatusPageIncidentRow, StatusPageIncidentUpdateRow } from './status-page-incidents/index.js';
import { StatusPageSubscriptionRow } from './status-page-subscriptions/index.js';
import { StatusPageRow } from './status-pages/index.js';
import { VariableRow } from './variables/index.js';

/** Every table that TypeORM maps. Partitioned tables are read and written by SQL only. */
export const entities = [
  ApiKeyRow,
  ApiKeyHashRow,
  VariableRow,
  CheckRow,
  ErrorGroupRow,
  CheckGroupRow,
  ClientCertificateRow,
  AccountRow,
  PrivateLocationRow,
  LocationKeyRow,
  LocationKeyHashRow,
  DashboardRow,
  DashboardAddressRow,
  IncidentRow,
  IncidentUpdateRow,
  MaintenanceWindowRow,
  SnippetRow,
  StatusPageServiceRow,
  StatusPageRow,
  StatusPageSubscriptionRow,
  StatusPageIncidentRow,
  StatusPageIncidentUpdateRow,
];
