import { newId } from '#persistence';
import { privateLocationBody, urlCheckBody, variableBody, type TestAccount, type TestApi } from '#testing';
import { storeCheck, storeResults } from './stored-results.js';

/** Makes what a route's path names, and answers the values of its parameters. */
type Maker = (api: TestApi, account: TestAccount) => Promise<Record<string, string>>;

/** Stored and not running, so that nothing but a request can change it. */
const urlCheck: Maker = async (_api, { client }) => {
  const body = urlCheckBody({ activated: false, privateLocations: [] });
  const { id } = (await client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
  return { id, checkId: id };
};

const multistepCheck: Maker = async (api, { id }) => ({ id: await storeCheck(api, id, { checkType: 'MULTI_STEP' }) });

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

const privateLocation: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: string }>('/v1/private-locations', privateLocationBody())).expect(201).body;
  return { id };
};

const locationKey: Maker = async (api, account) => {
  const { id } = await privateLocation(api, account);
  const path = `/v1/private-locations/${id}/keys`;
  const { id: keyId } = (await account.client.post<{ id: string }>(path)).expect(201).body;
  return { id: id!, keyId };
};

const variable: Maker = async (_api, { client }) => {
  const body = variableBody();
  (await client.post('/v1/variables', body)).expect(201);
  return { key: body.key };
};

/** Every path with parameters has its maker here: a new route adds a line, or the sweep fails. */
export const THINGS: Record<string, Maker> = {
  '/v1/accounts/{accountId}': async (_api, { id }) => ({ accountId: id }),
  '/v1/analytics/multistep-checks/{id}': multistepCheck,
  '/v1/analytics/url-monitors/{id}': urlCheck,
  '/v1/check-results/{checkId}': checkResult,
  '/v1/check-results/{checkId}/{checkResultId}': checkResult,
  '/v1/check-sessions/{checkSessionId}': checkSession,
  '/v1/check-sessions/{checkSessionId}/completion': checkSession,
  '/v1/check-statuses/{checkId}': checkStatus,
  '/v1/checks/url/{id}': urlCheck,
  '/v1/checks/{id}': urlCheck,
  '/v1/private-locations/{id}': privateLocation,
  '/v1/private-locations/{id}/keys': privateLocation,
  '/v1/private-locations/{id}/keys/{keyId}': locationKey,
  '/v1/variables/{key}': variable,
  '/v2/check-results/{checkId}': checkResult,
  '/v2/check-sessions/{checkSessionId}': checkSession,
  '/v2/check-sessions/{checkSessionId}/completion': checkSession,
};

/** Query parameters without which a route answers 400 before it looks anything up. */
export const QUERIES: Record<string, string> = {
  '/v1/analytics/multistep-checks/{id}': '?metrics=availability',
  '/v1/analytics/url-monitors/{id}': '?metrics=availability',
};

/** Bodies that their maker's thing accepts, where the examples of the document are about another one. */
export const BODIES: Record<string, object> = {
  'PUT /v1/checks/{id}': { name: 'Taken over' },
  'PUT /v1/checks/url/{id}': { name: 'Taken over' },
};
