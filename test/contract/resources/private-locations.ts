import { privateLocationBody } from '#testing';
import type { Resource } from '../description.js';

export const privateLocations: Resource = {
  noun: 'private locations',
  source: 'reference 2.15 and 3.12',
  create: { path: '/v1/private-locations', status: 201 },
  read: '/v1/private-locations/{id}',
  update: { method: 'PUT', path: '/v1/private-locations/{id}', status: 200, required: ['name'] },
  remove: { path: '/v1/private-locations/{id}' },
  body: () => privateLocationBody(),
  volatile: ['updated_at'],
  fields: {
    name: { type: 'text', required: true, min: 1 },
    slugName: {
      type: 'text',
      required: true,
      createOnly: true,
      fixed: true,
      only: true,
      also: ['a', `b${'-'.repeat(28)}1`, 'Office-1'],
      never: ['', 'x'.repeat(31), 'under_score', 'with space', 'ü', 'eu-west-1', 'us-gov-east-1'],
    },
    icon: { type: 'text', default: 'location', only: true, also: ['home'] },
    proxyUrl: { type: 'text', nullable: true, default: null, only: true, also: ['http://proxy:3128', '{{PROXY}}'] },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    keys: { type: 'ignored', sent: [{ id: '00000000-0000-4000-8000-000000000000' }] },
  },
};
