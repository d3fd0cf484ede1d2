import { newId } from '#persistence';
import { statusPageBody, statusPageIncidentBody, type TestAccount, type TestApi } from '#testing';

type Maker = (api: TestApi, account: TestAccount) => Promise<Record<string, string>>;

const statusPageService: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: string }>('/v1/status-pages/services', { name: 'A service' })).expect(
    200,
  ).body;
  return { serviceId: id };
};

/** The service that the examples of the document name. */
export const exampleService = (api: TestApi, account: TestAccount) =>
  api.sql(
    `INSERT INTO status_page_services (account_id, id, name) VALUES ($1, '50000000-0000-4000-8000-000000000001', 'Example')
     ON CONFLICT DO NOTHING`,
    [account.id],
  );

const statusPage: Maker = async (api, account) => {
  await exampleService(api, account);
  const { id } = (await account.client.post<{ id: string }>('/v1/status-pages', statusPageBody())).expect(201).body;
  return { statusPageId: id };
};

const statusPageSubscription: Maker = async (api, account) => {
  const { statusPageId } = await statusPage(api, account);
  const path = `/v1/status-pages/${statusPageId}/subscriptions`;
  const subscriptions = [{ type: 'EMAIL', config: `${newId()}@pharos.test` }];
  (await account.client.post(`${path}/bulk`, { subscriptions })).expect(201);
  const [{ id: subscriptionId }] = (await account.client.get<[{ id: string }]>(path)).expect(200).body;
  return { statusPageId: statusPageId!, subscriptionId };
};

/** With two updates, so that one can be deleted. */
const statusPageIncident: Maker = async (api, account) => {
  await exampleService(api, account);
  const { serviceId } = await statusPageService(api, account);
  const body = statusPageIncidentBody([serviceId!]);
  const path = '/v1/status-pages/incidents';
  const { id: incidentId } = (await account.client.post<{ id: string }>(path, body)).expect(201).body;
  const update = { description: 'Another one' };
  const updates = `${path}/${incidentId}/incident-updates`;
  const { id: incidentUpdateId } = (await account.client.post<{ id: string }>(updates, update)).expect(200).body;
  return { incidentId, incidentUpdateId };
};

/** The part of `THINGS` about status pages. */
export const STATUS_PAGE_THINGS: Record<string, Maker> = {
  '/v1/status-pages/incidents/{incidentId}': statusPageIncident,
  '/v1/status-pages/incidents/{incidentId}/incident-updates': statusPageIncident,
  '/v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}': statusPageIncident,
  '/v1/status-pages/services/{serviceId}': statusPageService,
  '/v1/status-pages/{statusPageId}': statusPage,
  '/v1/status-pages/{statusPageId}/subscriptions': statusPage,
  '/v1/status-pages/{statusPageId}/subscriptions/bulk': statusPage,
  '/v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}': statusPageSubscription,
};
