import type { AccountId } from '#domain';
import { ChecksService, type NewCheck } from '../checks/index.js';
import { VariablesService } from '../variables/index.js';
import { DEFAULT_SLUG } from './default-location.js';

/** Decision 33: fixed, so that the examples of the documentation work. Keys start with the account, so no two accounts collide. */
export const EXAMPLE_CHECK_ID = '11111111-1111-4111-8111-111111111111';
export const EXAMPLE_VARIABLE_KEY = 'EXAMPLE_URL';
export { EXAMPLE_LOCATION_ID } from '../private-locations/index.js';

/** What the examples are written with. */
export interface ExampleServices {
  checks: ChecksService;
  variables: VariablesService;
}

/** The resources of the first start. `publicUrl` is where the agents reach this API. */
export const examples = (publicUrl: string) => [
  ({ variables }: ExampleServices, account: AccountId) =>
    variables.create(account, { key: EXAMPLE_VARIABLE_KEY, value: publicUrl, locked: false, secret: false }),
  ({ checks }: ExampleServices, account: AccountId) =>
    checks.create(account, readinessCheck(publicUrl), EXAMPLE_CHECK_ID),
];

/** Every 10 seconds: the whole way from schedule to result shows at once. */
const readinessCheck = (publicUrl: string): NewCheck => ({
  checkType: 'URL',
  name: 'Pharos API readiness',
  description: 'Watches the readiness of this very API',
  activated: true,
  muted: false,
  doubleCheck: false,
  shouldFail: false,
  runParallel: false,
  locations: [],
  privateLocations: [DEFAULT_SLUG],
  tags: ['example'],
  useGlobalAlertSettings: true,
  alertSettings: null,
  groupId: null,
  groupOrder: null,
  runtimeId: null,
  alertChannelSubscriptions: [],
  retryStrategy: null,
  triggerIncident: null,
  frequency: 0,
  frequencyOffset: 10,
  degradedResponseTime: 3_000,
  maxResponseTime: 5_000,
  request: {
    method: 'GET',
    url: `${publicUrl}/-/readiness`,
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: null }],
  },
});
