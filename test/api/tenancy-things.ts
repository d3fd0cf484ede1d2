import { EXAMPLE_CERTIFICATE } from '#api';
import { newId } from '#persistence';
import {
  snippetBody,
  dashboardBody,
  incidentBody,
  maintenanceWindowBody,
  heartbeatCheckBody,
  urlCheckBody,
  variableBody,
  type TestAccount,
  type TestApi,
} from '#testing';
import { CHECK_THINGS } from './check-things.js';
import { LOCATION_THINGS } from './location-things.js';
import { STATUS_PAGE_THINGS } from './status-page-things.js';
import { storeAlerts } from './stored-alerts.js';
import { storeErrorGroup, storeResults } from './stored-results.js';

/** Makes what a route's path names, and answers the values of its parameters. */
type Maker = (api: TestApi, account: TestAccount) => Promise<Record<string, string>>;

/** Stored and not running, so that nothing but a request can change it. */
const urlCheck: Maker = async (_api, { client }) => {
  const body = urlCheckBody({ activated: false, privateLocations: [] });
  const { id } = (await client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
  return { id, checkId: id };
};

const checkGroup: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: number }>('/v2/check-groups', { name: 'A group' })).expect(201).body;
  return { id: String(id) };
};

const checkInGroup: Maker = async (api, account) => {
  const [{ id: groupId }, { id }] = [await checkGroup(api, account), await urlCheck(api, account)];
  (await account.client.put(`/v1/checks/url/${id}`, { groupId: Number(groupId) })).expect(200);
  return { id: groupId!, groupId: groupId!, checkId: id! };
};

const checkStatus: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  await api.sql(
    `INSERT INTO check_statuses (account_id, check_id, has_failures, has_errors, is_degraded) VALUES ($1, $2, false, false, false)
     ON CONFLICT DO NOTHING`,
    [account.id, checkId],
  );
  return { checkId: checkId! };
};

const checkResult: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  const [checkResultId] = await storeResults(api, account.id, checkId!, [{ startedAt: new Date() }]);
  return { checkId: checkId!, checkResultId: checkResultId! };
};

const checkAlert: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  await storeAlerts(api, account.id, checkId!, [{}]);
  return { checkId: checkId! };
};

const checkTrigger: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  const { body } = await account.client.post<{ token: string }>(`/v1/triggers/checks/${checkId}`);
  return { checkId: checkId!, token: body.token };
};

const groupTrigger: Maker = async (api, account) => {
  const { id: groupId } = await checkGroup(api, account);
  const { body } = await account.client.post<{ token: string }>(`/v1/triggers/check-groups/${groupId}`);
  return { groupId: groupId!, token: body.token };
};

const checkSession: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  const checkSessionId = newId();
  await api.sql(
    `INSERT INTO check_sessions (account_id, id, check_id, check_type, name, source, status, run_locations, passed, started_at, stopped_at)
     VALUES ($1, $2, $3, 'URL', 'A check', 'TRIGGER_API', 'PASSED', '{default}', 1, now(), now())`,
    [account.id, checkSessionId, checkId],
  );
  return { checkSessionId };
};

const errorGroup: Maker = async (api, account) => {
  const { checkId } = await urlCheck(api, account);
  return { checkId: checkId!, id: await storeErrorGroup(api, account.id, checkId!) };
};

const clientCertificate: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: string }>('/v1/client-certificates', EXAMPLE_CERTIFICATE)).expect(201).body;
  return { id };
};

const variable: Maker = async (_api, { client }) => {
  const body = variableBody();
  (await client.post('/v1/variables', body)).expect(201);
  return { key: body.key };
};

const snippet: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: number }>('/v1/snippets', snippetBody())).expect(201).body;
  return { id: String(id) };
};

const dashboard: Maker = async (_api, { client }) => {
  const { dashboardId } = (await client.post<{ dashboardId: string }>('/v1/dashboards', dashboardBody())).expect(
    201,
  ).body;
  return { dashboardId };
};

/** With two updates, so that one can be deleted. */
const incidentUpdate: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(201).body;
  const { id: incidentId } = (await client.post<{ id: string }>('/v1/incidents', incidentBody(id))).expect(200).body;
  const update = { status: 'RESOLVED', description: 'It is over' };
  const added = (await client.post<{ id: string }>(`/v1/incidents/${incidentId}/updates`, update)).expect(201).body;
  return { incidentId, id: added.id };
};

const incident: Maker = async (api, account) => {
  const { incidentId } = await incidentUpdate(api, account);
  return { id: incidentId! };
};

const maintenanceWindow: Maker = async (_api, { client }) => {
  const body = maintenanceWindowBody();
  const { id } = (await client.post<{ id: number }>('/v1/maintenance-windows', body)).expect(201).body;
  return { id: String(id) };
};

const heartbeatCheck: Maker = async (api, { client }) => {
  const { id, heartbeat } = (
    await client.post<{ id: string; heartbeat: { pingToken: string } }>('/v1/checks/heartbeat', heartbeatCheckBody())
  ).expect(201).body;
  (await api.anonymous.get(`/heartbeats/ping/${heartbeat.pingToken}`)).expect(200);
  return { id, checkId: id, pingToken: heartbeat.pingToken };
};

const heartbeatEvent: Maker = async (api, account) => {
  const { checkId } = await heartbeatCheck(api, account);
  const [{ events }] = (
    await account.client.get<[{ events: { id: string }[] }]>(`/v1/checks/heartbeats/${checkId}/events`)
  ).expect(200).body;
  return { checkId: checkId!, id: events[0]!.id };
};

/** Every path with parameters has its maker here: a new route adds a line, or the sweep fails. */
export const THINGS: Record<string, Maker> = {
  '/check-groups/{groupId}/trigger/{token}': groupTrigger,
  '/checks/{checkId}/trigger/{token}': checkTrigger,
  '/heartbeats/ping/{pingToken}': heartbeatCheck,
  '/v1/accounts/{accountId}': async (_api, { id }) => ({ accountId: id }),
  '/v1/analytics/heartbeat-checks/{id}': heartbeatCheck,
  '/v1/analytics/url-monitors/{id}': urlCheck,
  '/v1/check-alerts/{checkId}': checkAlert,
  '/v1/check-groups/{groupId}/checks/{checkId}': checkInGroup,
  '/v1/check-groups/{id}': checkGroup,
  '/v1/check-groups/{id}/checks': checkInGroup,
  '/v1/check-results/{checkId}': checkResult,
  '/v1/check-results/{checkId}/{checkResultId}': checkResult,
  '/v1/check-sessions/{checkSessionId}': checkSession,
  '/v1/check-sessions/{checkSessionId}/completion': checkSession,
  '/v1/check-statuses/{checkId}': checkStatus,
  '/v1/checks/heartbeat/{id}': heartbeatCheck,
  '/v1/checks/heartbeats/{checkId}/availability': heartbeatCheck,
  '/v1/checks/heartbeats/{checkId}/events': heartbeatCheck,
  '/v1/checks/heartbeats/{checkId}/events/{id}': heartbeatEvent,
  '/v1/checks/url/{id}': urlCheck,
  '/v1/checks/{id}': urlCheck,
  '/v1/dashboards/{dashboardId}': dashboard,
  '/v1/incidents/{id}': incident,
  '/v1/incidents/{incidentId}/updates': incidentUpdate,
  '/v1/incidents/{incidentId}/updates/{id}': incidentUpdate,
  '/v1/accounts/{accountId}/entitlements': async (_api, { id }) => ({ accountId: id }),
  '/v1/runtimes/{id}': async () => ({ id: '2026.04' }),
  '/v1/client-certificates/{id}': clientCertificate,
  '/v1/error-groups/checks/{checkId}': errorGroup,
  '/v1/error-groups/{id}': errorGroup,
  '/v1/maintenance-windows/{id}': maintenanceWindow,
  '/v1/maintenance-windows/{id}/occurrences': maintenanceWindow,
  '/v1/snippets/{id}': snippet,
  '/v1/triggers/check-groups/{groupId}': groupTrigger,
  '/v1/triggers/checks/{checkId}': checkTrigger,
  ...CHECK_THINGS,
  ...LOCATION_THINGS,
  ...STATUS_PAGE_THINGS,
  '/v1/variables/{key}': variable,
  '/v2/check-groups/{id}': checkGroup,
  '/v2/check-results/{checkId}': checkResult,
  '/v2/check-sessions/{checkSessionId}': checkSession,
  '/v2/check-sessions/{checkSessionId}/completion': checkSession,
};

/** Query parameters without which a route answers 400 before it looks anything up. */
export const QUERIES: Record<string, string> = {
  '/v1/analytics/api-checks/{id}': '?metrics=availability',
  '/v1/analytics/dns/{id}': '?metrics=availability',
  '/v1/analytics/icmp/{id}': '?metrics=availability',
  '/v1/analytics/multistep-checks/{id}': '?metrics=availability',
  '/v1/analytics/tcp-checks/{id}': '?metrics=availability',
  '/v1/analytics/url-monitors/{id}': '?metrics=availability',
  '/v1/private-locations/{id}/metrics': `?from=${Date.now() - 3_600_000}&to=${Date.now()}`,
};

/** Bodies that their maker's thing accepts, where the examples of the document are about another one. */
export const BODIES: Record<string, object> = {
  'PUT /v1/checks/{id}': { name: 'Taken over' },
  'PUT /v1/checks/heartbeat/{id}': { name: 'Taken over' },
  'PUT /v1/checks/api/{id}': { name: 'Taken over' },
  'PUT /v1/checks/multistep/{id}': { name: 'Taken over' },
  'PUT /v1/checks/dns/{id}': { name: 'Taken over' },
  'PUT /v1/checks/icmp/{id}': { name: 'Taken over' },
  'PUT /v1/checks/tcp/{id}': { name: 'Taken over' },
  'PUT /v1/checks/url/{id}': { name: 'Taken over' },
};
