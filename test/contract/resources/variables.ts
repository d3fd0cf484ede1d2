import { variableBody } from '#testing';
import type { Resource } from '../description.js';

export const variables: Resource = {
  noun: 'variables',
  source: 'spec 2.12, reference 2.14, decision 8',
  create: { path: '/v1/variables', status: 201 },
  read: '/v1/variables/{key}',
  update: { method: 'PUT', path: '/v1/variables/{key}', status: 200, required: ['value'] },
  remove: { path: '/v1/variables/{key}' },
  body: () => variableBody(),
  // Decision 8.
  shown: (expected) => (expected['secret'] === true ? { ...expected, value: '' } : expected),
  fields: {
    key: {
      type: 'text',
      required: true,
      unique: true,
      createOnly: true,
      only: true,
      fixed: true,
      also: ['KEY', 'ÜBER-key.'],
      never: [''],
    },
    value: { type: 'text', required: true, min: 0 },
    locked: { type: 'flag', default: false },
    // Once set it cannot be taken back, so an update with it has a test of its own (test/api/variables.spec.ts).
    secret: { type: 'flag', default: false, createOnly: true },
  },
};
