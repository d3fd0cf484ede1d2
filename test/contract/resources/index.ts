import type { Resource } from '../description.js';
import { apiChecks } from './api-checks.js';
import { checkGroups, checkGroupsV2 } from './check-groups.js';
import { clientCertificates } from './client-certificates.js';
import { dashboards } from './dashboards.js';
import { errorGroups } from './error-groups.js';
import { incidents, incidentUpdates } from './incidents.js';
import { maintenanceWindows } from './maintenance-windows.js';
import { dnsChecks, icmpChecks, tcpChecks } from './network-checks.js';
import { privateLocations } from './private-locations.js';
import { heartbeatChecks, multistepChecks } from './script-checks.js';
import { snippets } from './snippets.js';
import { statusPageIncidents, statusPageIncidentUpdates, statusPages, statusPageServices } from './status-pages.js';
import { anyChecks, urlChecks } from './url-checks.js';
import { variables } from './variables.js';

/** Checks of the network below HTTP. */
export const NETWORK_CHECKS: Resource[] = [dnsChecks, icmpChecks, tcpChecks];

/** The other types of checks, and groups of checks. */
export const CHECKS: Resource[] = [
  anyChecks,
  apiChecks,
  checkGroups,
  checkGroupsV2,
  heartbeatChecks,
  multistepChecks,
  urlChecks,
];

/** Every noun with a body of its own. */
export const RESOURCES: Resource[] = [
  ...CHECKS,
  ...NETWORK_CHECKS,
  clientCertificates,
  dashboards,
  errorGroups,
  incidents,
  incidentUpdates,
  maintenanceWindows,
  privateLocations,
  snippets,
  statusPageIncidents,
  statusPageIncidentUpdates,
  statusPages,
  statusPageServices,
  variables,
];
