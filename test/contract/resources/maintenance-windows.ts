import type { Resource } from '../description.js';

export const maintenanceWindows: Resource = {
  noun: 'maintenance windows',
  source: 'spec 2.6, decision 7, reference 3.3',
  create: { path: '/v1/maintenance-windows', status: 201 },
  read: '/v1/maintenance-windows/{id}',
  update: {
    method: 'PUT',
    path: '/v1/maintenance-windows/{id}',
    status: 200,
    required: ['name', 'startsAt', 'endsAt', 'repeatUnit'],
  },
  remove: { path: '/v1/maintenance-windows/{id}' },
  body: () => ({
    name: 'Weekly patches',
    startsAt: '2031-01-01T00:00:00.000Z',
    endsAt: '2031-01-01T02:00:00.000Z',
    repeatUnit: 'WEEK',
  }),
  volatile: ['updated_at'],
  coherent: ({ startsAt, endsAt, ...body }) => {
    const times = [startsAt, endsAt].filter((time) => typeof time === 'string').toSorted();
    return times.length === 2 && times[0] !== times[1] ? { ...body, startsAt: times[0], endsAt: times[1] } : body;
  },
  fields: {
    // The bound of 200 is a later one (decision 1).
    name: { type: 'text', required: true, min: 1, max: 10_000 },
    startsAt: { type: 'time', required: true, with: { endsAt: '2031-03-01T12:00:00.000Z' } },
    endsAt: { type: 'time', required: true, with: { startsAt: '2031-03-01T08:00:00.000Z' } },
    repeatUnit: { type: 'enum', values: ['DAY', 'WEEK', 'MONTH'], required: true },
    tags: { type: 'texts', default: [] },
    repeatInterval: { type: 'number', min: 1, nullable: true, default: null },
    repeatEndsAt: { type: 'time', nullable: true, default: null, with: { repeatInterval: 1 } },
    id: { type: 'ignored', sent: 999_999_999 },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};
