import { THINGS } from '../api/tenancy-things.js';
import type { Json, World } from './description.js';

/** Bodies with what the specification requires and nothing more, and things that others refer to. */

let count = 0;

export const dashboardBody = (): Json => ({});

export const statusPageBody = (): Json => ({ name: 'Status', url: `contract-${(count += 1)}`, cards: [] });

/** The number of a dashboard of the account. */
export const dashboardOf = (world: World) =>
  world.once('dashboard', async () => {
    const { body } = (await world.client.post<{ id: number }>('/v1/dashboards', dashboardBody())).expect(201);
    return body.id;
  });

export const serviceOf = (world: World) =>
  world.once('service', async () => {
    const { body } = (await world.client.post<{ id: string }>('/v1/status-pages/services', { name: 'Search' })).expect(
      200,
    );
    return body.id;
  });

/** The id of an error group of the account: failing results make them, no request does. */
export const errorGroupOf = async ({ api, account }: World): Promise<string> =>
  (await THINGS['/v1/error-groups/{id}']!(api, account))['id']!;
