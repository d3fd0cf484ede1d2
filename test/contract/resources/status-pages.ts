import { serviceOf, statusPageBody } from '../bodies.js';
import { CHOSEN, type Field, type Resource } from '../description.js';

const ANY_ID = '0197a5f0-0000-7000-8000-000000000001';

/** Spec 2.2. */
const COLOURS = [
  'bodyBackgroundColor',
  'headerBackgroundColor',
  'headerFontColor',
  'titleFontColor',
  'bodyFontColor',
  'bodyFontColorMuted',
  'navigationFontColor',
  'linkFontColor',
  'cardBackgroundColor',
  'borderColor',
  'primaryButtonBackgroundColor',
  'primaryButtonFontColor',
];

const colourSet = Object.fromEntries(COLOURS.map((name) => [name, '#A1B2C3']));
const colour: Field = {
  type: 'text',
  only: true,
  required: true,
  also: ['#FFF', '#00FF99'],
  never: ['red', '#12', '#1234567', ''],
};
const colourFields = Object.fromEntries(COLOURS.map((name) => [name, colour]));

const url: Field = { type: 'url', nullable: true, default: null };

export const statusPages: Resource = {
  noun: 'status pages',
  source: 'spec 2.2, reference 3.2',
  create: { path: '/v1/status-pages', status: 201 },
  read: '/v1/status-pages/{id}',
  called: { id: 'statusPageId' },
  update: { method: 'PUT', path: '/v1/status-pages/{statusPageId}', status: 200, required: ['name', 'url', 'cards'] },
  remove: { path: '/v1/status-pages/{statusPageId}' },
  body: statusPageBody,
  volatile: ['updated_at'],
  fields: {
    name: { type: 'text', required: true, min: 1 },
    url: {
      type: 'text',
      required: true,
      only: true,
      also: ['contract-page', 'UPPER-Page-1'],
      never: [''],
      unique: true,
      fixed: true,
      reads: (sent) => String(sent).toLowerCase(),
    },
    cards: {
      type: 'objects',
      required: true,
      valid: [{ name: 'Core' }],
      fields: {
        name: { type: 'text', required: true, min: 1 },
        // The cards of a new page are new, whatever ids they were sent with.
        id: { type: 'uuid', fixed: true, also: [ANY_ID], default: CHOSEN, reads: () => CHOSEN },
        statusPageId: { type: 'uuid', fixed: true, also: [ANY_ID], writeOnly: true },
      },
    },
    description: { type: 'text', nullable: true, max: 500, default: null },
    customDomain: {
      type: 'text',
      nullable: true,
      default: null,
      only: true,
      fixed: true,
      unique: true,
      also: ['Status.Pharos.Test'],
      reads: (sent) => (sent === null ? null : String(sent).toLowerCase()),
    },
    themeColors: {
      type: 'object',
      valid: { light: colourSet, dark: colourSet },
      fields: {
        light: { type: 'object', required: true, valid: colourSet, fields: colourFields },
        dark: { type: 'object', required: true, valid: colourSet, fields: colourFields },
      },
    },
    logo: url,
    redirectTo: url,
    favicon: url,
    defaultTheme: { type: 'enum', values: ['LIGHT', 'DARK', 'AUTO'], default: 'AUTO' },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    whiteLabel: { type: 'ignored', sent: 'mine' },
    isPrivate: { type: 'ignored', sent: true },
  },
};

/** Spec 2.3, reference 2.3: create answers 200. */
export const statusPageServices: Resource = {
  noun: 'status-page services',
  source: 'spec 2.3, reference 3.2',
  create: { path: '/v1/status-pages/services', status: 200 },
  read: '/v1/status-pages/services/{serviceId}',
  called: { id: 'serviceId' },
  update: { method: 'PUT', path: '/v1/status-pages/services/{serviceId}', status: 200, required: ['name'] },
  remove: { path: '/v1/status-pages/services/{serviceId}' },
  body: () => ({ name: 'Search' }),
  volatile: ['updated_at'],
  fields: {
    name: { type: 'text', required: true, min: 1 },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    accountId: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
    updated_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};

/** Spec 3.1. */
export const UPDATE_STATUSES = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'];

const incidentUpdateFields: Record<string, Field> = {
  description: { type: 'text', required: true, min: 1 },
  // That of the update before, where it is not sent.
  status: { type: 'enum', values: UPDATE_STATUSES, default: CHOSEN },
};

/** Reference 3.2. */
export const statusPageIncidents: Resource = {
  noun: 'status-page incidents',
  source: 'reference 2.3 and 3.2',
  create: { path: '/v1/status-pages/incidents', status: 201 },
  read: '/v1/status-pages/incidents/{incidentId}',
  called: { id: 'incidentId' },
  update: {
    method: 'PUT',
    path: '/v1/status-pages/incidents/{incidentId}',
    status: 200,
    required: ['name', 'severity', 'services'],
  },
  remove: { path: '/v1/status-pages/incidents/{incidentId}' },
  body: async (world) => ({
    name: 'Search is slow',
    severity: 'MINOR',
    services: [{ id: await serviceOf(world) }],
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking into it.' }],
  }),
  // It goes on while the incident does.
  volatile: ['updated_at', 'duration'],
  fields: {
    name: { type: 'text', required: true, min: 1, max: 255 },
    severity: { type: 'enum', values: ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'], required: true },
    incidentUpdates: {
      type: 'objects',
      required: true,
      createOnly: true,
      exactly: 1,
      valid: [{ status: 'IDENTIFIED', description: 'Found.' }],
      fields: incidentUpdateFields,
    },
  },
};

/** Spec 2.5 and 4.3. */
export const statusPageIncidentUpdates: Resource = {
  noun: 'status-page incident updates',
  source: 'spec 2.5, reference 2.3',
  create: { path: '/v1/status-pages/incidents/{incidentId}/incident-updates', status: 200 },
  read: '/v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
  called: { id: 'incidentUpdateId' },
  params: async (world) => ({
    incidentId: await world.once('status-page incident', async () => {
      const body = await statusPageIncidents.body(world);
      return (await world.client.post<{ id: string }>('/v1/status-pages/incidents', body)).expect(201).body.id;
    }),
  }),
  update: {
    method: 'PUT',
    path: '/v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    status: 200,
    required: ['description'],
  },
  remove: { path: '/v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}' },
  body: () => ({ description: 'We are on it.', status: 'IDENTIFIED' }),
  fields: {
    ...incidentUpdateFields,
    publicIncidentUpdateDate: { type: 'time', default: CHOSEN },
    notifySubscribers: { type: 'flag', default: false },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};
