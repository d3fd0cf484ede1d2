import type { AccountId, MaintenanceWindowFields } from '#domain';
import { validated } from '#http';
import { CheckGroupsService, CheckGroupV2CreateRequest } from '../check-groups/index.js';
import {
  ClientCertificatesService,
  EXAMPLE_CERTIFICATE,
  EXAMPLE_CERTIFICATE_ID,
} from '../client-certificates/index.js';
import {
  ApiCheckCreateRequest,
  ChecksService,
  EXAMPLE_CHECK_IDS,
  HeartbeatCheckCreateRequest,
  MultiStepCheckCreateRequest,
  UrlCheckCreateRequest,
} from '../checks/index.js';
import { TriggersService } from '../triggers/index.js';
import { DashboardCreateRequest, DashboardsService, EXAMPLE_DASHBOARD_ID } from '../dashboards/index.js';
import { EXAMPLE_EVENT_ID, type PingQueries } from '../heartbeats/index.js';
import { EXAMPLE_INCIDENT_ID, EXAMPLE_INCIDENT_UPDATE_ID, IncidentsService } from '../incidents/index.js';
import { EXAMPLE_WINDOW_ID, MaintenanceWindowsService } from '../maintenance-windows/index.js';
import { EXAMPLE_SNIPPET_ID, SnippetsService } from '../snippets/index.js';
import { VariablesService } from '../variables/index.js';
import { DEFAULT_SLUG } from './default-location.js';
import { networkCheckExamples } from './network-check-examples.js';
import { statusPageExamples, type StatusPageExampleServices } from './status-page-examples.js';

/** Decision 33: fixed, so that the examples of the documentation work. Keys start with the account, so no two accounts collide. */
export const EXAMPLE_CHECK_ID = EXAMPLE_CHECK_IDS.URL;
export const EXAMPLE_GROUP_ID = 1;
const EXAMPLE_HEARTBEAT_ID = EXAMPLE_CHECK_IDS.HEARTBEAT;
export const EXAMPLE_VARIABLE_KEY = 'EXAMPLE_URL';
export { EXAMPLE_LOCATION_ID } from '../private-locations/index.js';

/** What the examples are written with. */
export interface ExampleServices extends StatusPageExampleServices {
  checkGroups: CheckGroupsService;
  checks: ChecksService;
  triggers: TriggersService;
  variables: VariablesService;
  snippets: SnippetsService;
  windows: MaintenanceWindowsService;
  certificates: ClientCertificatesService;
  dashboards: DashboardsService;
  incidents: IncidentsService;
  pings: PingQueries;
}

/** The resources of the first start. `publicUrl` is where the agents reach this API. */
export const examples = (publicUrl: string) => [
  ({ variables }: ExampleServices, account: AccountId) =>
    variables.create(account, { key: EXAMPLE_VARIABLE_KEY, value: publicUrl, locked: false, secret: false }),
  ({ snippets }: ExampleServices, account: AccountId) => snippets.create(account, EXAMPLE_SNIPPET, EXAMPLE_SNIPPET_ID),
  ({ checkGroups }: ExampleServices, account: AccountId) =>
    checkGroups.create(account, validated(CheckGroupV2CreateRequest, EXAMPLE_GROUP), EXAMPLE_GROUP_ID),
  ({ certificates }: ExampleServices, account: AccountId) =>
    certificates.create(account, { ...EXAMPLE_CERTIFICATE, passphrase: null, ca: null }, EXAMPLE_CERTIFICATE_ID),
  ({ checks }: ExampleServices, account: AccountId) => checks.create(account, livenessRequest(), EXAMPLE_CHECK_IDS.API),
  ({ checks }: ExampleServices, account: AccountId) =>
    checks.create(account, livenessScript(publicUrl), EXAMPLE_CHECK_IDS.MULTI_STEP),
  ...networkCheckExamples(publicUrl, COMMON),
  ({ checks }: ExampleServices, account: AccountId) =>
    checks.create(account, readinessCheck(publicUrl), EXAMPLE_CHECK_ID),
  ({ checks }: ExampleServices, account: AccountId) =>
    checks.create(account, validated(HeartbeatCheckCreateRequest, MONTHLY_HEARTBEAT), EXAMPLE_HEARTBEAT_ID),
  async ({ pings }: ExampleServices, accountId: AccountId) => {
    await pings.record({ accountId, checkId: EXAMPLE_HEARTBEAT_ID }, null, null, EXAMPLE_EVENT_ID);
  },
  ({ triggers }: ExampleServices, account: AccountId) => triggers.create('check', account, EXAMPLE_CHECK_ID),
  ({ triggers }: ExampleServices, account: AccountId) => triggers.create('group', account, EXAMPLE_GROUP_ID),
  ({ windows }: ExampleServices, account: AccountId) => windows.create(account, weeklyWindow(), EXAMPLE_WINDOW_ID),
  ({ dashboards }: ExampleServices, account: AccountId) =>
    dashboards.create(account, validated(DashboardCreateRequest, EXAMPLE_DASHBOARD), EXAMPLE_DASHBOARD_ID),
  async ({ dashboards, incidents }: ExampleServices, account: AccountId) => {
    const { id: dashboardId } = await dashboards.get(account, EXAMPLE_DASHBOARD_ID);
    const incident = {
      name: 'Example incident',
      impact: 'MINOR' as const,
      dashboardId,
      startedAt: null,
      stoppedAt: null,
    };
    const update = { status: 'RESOLVED' as const, description: 'It shows how incidents look' };
    await incidents.create(account, incident, update, {
      id: EXAMPLE_INCIDENT_ID,
      updateId: EXAMPLE_INCIDENT_UPDATE_ID,
    });
  },
  ...statusPageExamples,
];

/** It shows the example check. */
const EXAMPLE_DASHBOARD = { header: 'Pharos', tags: ['example'], enableIncidents: true };

/** The period is long, so that it does not fail while somebody looks round. */
const MONTHLY_HEARTBEAT = {
  name: 'Monthly report',
  tags: ['example'],
  heartbeat: {
    period: 30,
    periodUnit: 'days',
    grace: 1,
    graceUnit: 'days',
    pingToken: '44444444-4444-4444-8444-444444444444',
  },
};

/** Names no check, so it stops none. */
const weeklyWindow = (): MaintenanceWindowFields => ({
  name: 'Weekly deployment',
  tags: ['maintenance-example'],
  startsAt: new Date('2026-11-21T22:00:00.000Z'),
  endsAt: new Date('2026-11-21T23:00:00.000Z'),
  repeatUnit: 'WEEK',
  repeatInterval: 1,
  repeatEndsAt: null,
});

/** No check runs it. */
const EXAMPLE_SNIPPET = { name: 'example', script: "request.headers['x-example'] = 'pharos';" };

/** It overrides nothing. */
const EXAMPLE_GROUP = { name: 'Pharos itself' };

/** What the example checks have in common. */
const COMMON = { doubleCheck: false, privateLocations: [DEFAULT_SLUG], tags: ['example'] };
const ASSERTIONS = [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }];

/** Every 10 seconds: the whole way from schedule to result shows at once. */
const readinessCheck = (publicUrl: string) =>
  validated(UrlCheckCreateRequest, {
    ...COMMON,
    name: 'Pharos API readiness',
    description: 'Watches the readiness of this very API',
    groupId: EXAMPLE_GROUP_ID,
    frequency: 0,
    frequencyOffset: 10,
    request: { url: `${publicUrl}/-/readiness`, assertions: ASSERTIONS },
  });

const livenessRequest = () =>
  validated(ApiCheckCreateRequest, {
    ...COMMON,
    name: 'Pharos API liveness',
    description: 'Takes the address from the example variable',
    request: { url: `{{{${EXAMPLE_VARIABLE_KEY}}}}/-/liveness`, assertions: ASSERTIONS },
  });

const livenessScript = (publicUrl: string) =>
  validated(MultiStepCheckCreateRequest, {
    ...COMMON,
    name: 'Pharos API, step by step',
    description: 'A script for an agent that can run them',
    script: `import { expect, test } from '@playwright/test';

test('the API is alive', async ({ request }) => {
  expect((await request.get('${publicUrl}/-/liveness')).ok()).toBe(true);
});
`,
  });
