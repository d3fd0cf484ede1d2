import type { AccountId } from '#domain';
import { EXAMPLE_INCIDENT_ID, EXAMPLE_UPDATE_ID, StatusPageIncidentsService } from '../status-page-incidents/index.js';
import { EXAMPLE_SERVICE_ID, StatusPageServicesService } from '../status-page-services/index.js';
import { EXAMPLE_SUBSCRIPTION_ID, StatusPageSubscriptionsService } from '../status-page-subscriptions/index.js';
import { EXAMPLE_PAGE_ID, EXAMPLE_PAGE_URL, StatusPagesService } from '../status-pages/index.js';

/** What the examples of status pages are written with. */
export interface StatusPageExampleServices {
  statusPageServices: StatusPageServicesService;
  statusPages: StatusPagesService;
  statusPageIncidents: StatusPageIncidentsService;
  statusPageSubscriptions: StatusPageSubscriptionsService;
}

const services = [{ id: EXAMPLE_SERVICE_ID }];

/** A page that shows one service with a resolved incident. */
export const statusPageExamples = [
  ({ statusPageServices }: StatusPageExampleServices, account: AccountId) =>
    statusPageServices.create(account, { name: 'Example service' }, EXAMPLE_SERVICE_ID),
  ({ statusPages }: StatusPageExampleServices, account: AccountId) =>
    statusPages.create(account, examplePage, EXAMPLE_PAGE_ID),
  ({ statusPageIncidents }: StatusPageExampleServices, account: AccountId) =>
    statusPageIncidents.create(account, exampleIncident, exampleUpdate, EXAMPLE_INCIDENT_ID),
  ({ statusPageSubscriptions }: StatusPageExampleServices, account: AccountId) =>
    statusPageSubscriptions.add(account, EXAMPLE_PAGE_ID, ['example@example.com'], [EXAMPLE_SUBSCRIPTION_ID]),
];

const examplePage = {
  name: 'Example status page',
  url: EXAMPLE_PAGE_URL,
  customDomain: null,
  description: 'Made at the first start',
  logo: null,
  redirectTo: null,
  favicon: null,
  defaultTheme: 'AUTO' as const,
  cards: [{ name: 'Example card', services }],
};

const exampleIncident = { name: 'Example incident', severity: 'MINOR' as const, services };
const exampleUpdate = {
  id: EXAMPLE_UPDATE_ID,
  description: 'This incident shows what incidents look like.',
  status: 'RESOLVED' as const,
  notifySubscribers: false,
};
