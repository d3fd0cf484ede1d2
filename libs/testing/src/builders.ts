/** Bodies that the API accepts, each with a name of its own; give what a test is about. */

let count = 0;
const next = () => (count += 1);

export const variableBody = (values: object = {}) => ({ key: `VARIABLE_${next()}`, value: 'a value', ...values });

export const snippetBody = (values: object = {}) => ({ name: `snippet-${next()}`, script: '// nothing', ...values });

export const privateLocationBody = (values: object = {}) => {
  const number = next();
  return { name: `Location ${number}`, slugName: `location-${number}`, ...values };
};

/** Without a customUrl: that is unique across all accounts. */
export const dashboardBody = (values: object = {}) => ({ header: `Dashboard ${next()}`, ...values });

export const incidentBody = (dashboardId: number, values: object = {}) => ({
  name: `Incident ${next()}`,
  impact: 'MINOR',
  dashboardId,
  incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking into it' }],
  ...values,
});

/** Once, in the year 2100, and names nothing. */
export const maintenanceWindowBody = (values: object = {}) => ({
  name: `Window ${next()}`,
  startsAt: '2100-01-01T00:00:00.000Z',
  endsAt: '2100-01-01T01:00:00.000Z',
  repeatUnit: 'DAY',
  ...values,
});

/** `request` is merged. Runs nowhere unless it is given `privateLocations`. */
export const urlCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `Check ${next()}`,
  frequency: 10,
  activated: true,
  request: { method: 'GET', url: 'https://pharos.test/', ...request },
  ...values,
});

/** A ping every hour. `heartbeat` is merged. */
export const heartbeatCheckBody = ({
  heartbeat,
  ...values
}: { heartbeat?: object; [field: string]: unknown } = {}) => ({
  name: `Heartbeat ${next()}`,
  heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes', ...heartbeat },
  ...values,
});

/** `request` is merged. */
export const apiCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `API check ${next()}`,
  request: { method: 'GET', url: 'https://pharos.test/v1', ...request },
  ...values,
});

export const multiStepCheckBody = (values: object = {}) => ({
  name: `Steps ${next()}`,
  script: "import { test } from '@playwright/test';",
  ...values,
});

/** `request` is merged. */
export const tcpCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `TCP check ${next()}`,
  request: { hostname: 'pharos.test', port: 25, ...request },
  ...values,
});

/** `request` is merged. */
export const dnsCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `DNS check ${next()}`,
  request: { query: 'pharos.test', recordType: 'A', ...request },
  ...values,
});

/** `request` is merged. */
export const icmpCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `ICMP check ${next()}`,
  request: { hostname: 'pharos.test', ...request },
  ...values,
});
