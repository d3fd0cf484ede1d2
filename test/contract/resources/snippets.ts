import { snippetBody } from '#testing';
import type { Resource } from '../description.js';

/** Reference 2.14, 3.12: updates take the whole body. Scripts import snippets by their name (5.7), so it is unique. */
export const snippets: Resource = {
  noun: 'snippets',
  source: 'reference 2.14 and 3.12',
  create: { path: '/v1/snippets', status: 201 },
  read: '/v1/snippets/{id}',
  update: { method: 'PUT', path: '/v1/snippets/{id}', status: 200, required: ['name', 'script'] },
  remove: { path: '/v1/snippets/{id}' },
  body: () => snippetBody(),
  volatile: ['updated_at'],
  fields: {
    name: {
      type: 'text',
      required: true,
      unique: true,
      only: true,
      fixed: true,
      also: ['login', 'Über uns \u{1f388} '],
      never: ['', '.', '..', 'a/b', 'a\\b', 'x'.repeat(256)],
    },
    script: { type: 'text', required: true, also: ['x'.repeat(500_000)], never: ['x'.repeat(500_001)] },
    id: { type: 'ignored', sent: 987_654 },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};
