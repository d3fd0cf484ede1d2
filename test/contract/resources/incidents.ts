import { dashboardOf } from '../bodies.js';
import type { Resource } from '../description.js';
import { UPDATE_STATUSES } from './status-pages.js';

const IMPACTS = ['MAINTENANCE', 'MAJOR', 'MINOR'];

/** Spec 2.4 and 4.4; reference 2.2: create and update answer 200. */
export const incidents: Resource = {
  noun: 'incidents',
  source: 'spec 2.4, reference 3.1',
  create: { path: '/v1/incidents', status: 200 },
  read: '/v1/incidents/{id}',
  update: { method: 'PUT', path: '/v1/incidents/{id}', status: 200, required: ['name', 'impact'] },
  remove: { path: '/v1/incidents/{id}' },
  body: async (world) => ({
    name: 'Search is slow',
    impact: 'MAJOR',
    dashboardId: await dashboardOf(world),
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking into it.' }],
  }),
  volatile: ['updated_at'],
  // It does not end before it begins: an update has both, or neither.
  coherent: (body) => {
    const times = [body['startedAt'], body['stoppedAt']];
    if (times.every((time) => time === undefined)) return body;
    const [startedAt, stoppedAt] = times.every((time) => typeof time === 'string') ? times.toSorted() : times;
    return { ...body, startedAt: startedAt ?? null, stoppedAt: stoppedAt ?? null };
  },
  fields: {
    name: { type: 'text', required: true, min: 1 },
    impact: { type: 'enum', values: IMPACTS, required: true },
    startedAt: { type: 'time', nullable: true, default: null },
    stoppedAt: { type: 'time', nullable: true, default: null },
    incidentUpdates: {
      type: 'objects',
      required: true,
      createOnly: true,
      exactly: 1,
      valid: [{ status: 'IDENTIFIED', description: 'Found.' }],
      fields: {
        status: { type: 'enum', values: UPDATE_STATUSES, required: true },
        description: { type: 'text', required: true, min: 1 },
      },
    },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};

/** Reference 2.2: adding one answers 201; only its text can be changed. */
export const incidentUpdates: Resource = {
  noun: 'incident updates',
  source: 'spec 2.4, reference 2.2 and 3.1',
  create: { path: '/v1/incidents/{incidentId}/updates', status: 201 },
  params: async (world) => ({
    incidentId: await world.once('incident', async () => {
      const body = await incidents.body(world);
      return (await world.client.post<{ id: string }>('/v1/incidents', body)).expect(200).body.id;
    }),
  }),
  update: { method: 'PUT', path: '/v1/incidents/{incidentId}/updates/{id}', status: 200, required: ['description'] },
  remove: { path: '/v1/incidents/{incidentId}/updates/{id}' },
  body: () => ({ status: 'IDENTIFIED', description: 'Found.' }),
  volatile: ['updated_at'],
  fields: {
    status: { type: 'enum', values: UPDATE_STATUSES, required: true, createOnly: true },
    description: { type: 'text', required: true, min: 1 },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    incidentId: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};
