import type { MigrationInterface } from 'typeorm';
import { FoundationSchema1766000000000 } from './1766000000000-foundation.js';
import { ServicePulse1766000100000 } from './1766000100000-service-pulse.js';
import { RowCounts1766000200000 } from './1766000200000-row-counts.js';
import { Dashboards1766100100000 } from './1766100100000-dashboards.js';
import { StatusPages1766100200000 } from './1766100200000-status-pages.js';
import { MaintenanceWindows1766100300000 } from './1766100300000-maintenance-windows.js';
import { CheckTypes1766100400000 } from './1766100400000-check-types.js';
import { CheckGroups1766100600000 } from './1766100600000-check-groups.js';
import { AlertsAndTriggers1766100700000 } from './1766100700000-alerts-and-triggers.js';
import { CheckGroupTriggers1766100710000 } from './1766100710000-check-group-triggers.js';
import { Heartbeats1766100800000 } from './1766100800000-heartbeats.js';
import { ErrorGroupsAndCertificates1766100900000 } from './1766100900000-error-groups-and-certificates.js';
import { LeaseRevision1766101000000 } from './1766101000000-lease-revision.js';
import { ResultMetrics1766101100000 } from './1766101100000-result-metrics.js';
import { Snippets1766101120000 } from './1766101120000-snippets.js';
import { RunNeeds1766101210000 } from './1766101210000-run-needs.js';
import { LocationOutages1766101220000 } from './1766101220000-location-outages.js';
import { Artifacts1766101230000 } from './1766101230000-artifacts.js';
import { OpenSessionsAndLosses1766101300000 } from './1766101300000-open-sessions-and-losses.js';
import { MakePartition1766101310000 } from './1766101310000-make-partition.js';
import { Retention1766101400000 } from './1766101400000-retention.js';

export type MigrationClass = new () => MigrationInterface;

/** All migrations, oldest first. */
export const migrations: MigrationClass[] = [
  FoundationSchema1766000000000,
  ServicePulse1766000100000,
  RowCounts1766000200000,
  Dashboards1766100100000,
  StatusPages1766100200000,
  MaintenanceWindows1766100300000,
  CheckTypes1766100400000,
  CheckGroups1766100600000,
  AlertsAndTriggers1766100700000,
  CheckGroupTriggers1766100710000,
  Heartbeats1766100800000,
  ErrorGroupsAndCertificates1766100900000,
  LeaseRevision1766101000000,
  ResultMetrics1766101100000,
  Snippets1766101120000,
  RunNeeds1766101210000,
  LocationOutages1766101220000,
  Artifacts1766101230000,
  OpenSessionsAndLosses1766101300000,
  MakePartition1766101310000,
  Retention1766101400000,
];
