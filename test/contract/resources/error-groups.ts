import type { Resource } from '../description.js';
import { errorGroupOf } from '../bodies.js';

/** Spec 2.15 and 4.8. */
export const errorGroups: Resource = {
  noun: 'error groups',
  source: 'spec 2.15 and 4.8, reference 5.10',
  make: async (world) => ({ id: await errorGroupOf(world) }),
  read: '/v1/error-groups/{id}',
  update: { method: 'PATCH', path: '/v1/error-groups/{id}', status: 200 },
  body: () => ({}),
  fields: {
    archiveForEver: { type: 'flag', writeOnly: true },
    archivedUntilNextEvent: { type: 'flag' },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    errorHash: { type: 'ignored', sent: 'mine' },
    cleanedErrorMessage: { type: 'ignored', sent: 'mine' },
  },
};
