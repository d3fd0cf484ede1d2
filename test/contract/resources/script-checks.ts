import { CHOSEN, type Field, type Json, type Resource } from '../description.js';
import { checkFields, FREQUENCIES } from './check-fields.js';

/** Reference 3: EnvVar, at most 100. */
export const environmentVariables: Field = {
  type: 'objects',
  default: [],
  max: 100,
  valid: [{ key: 'TOKEN', value: 'x' }],
  fields: {
    key: { type: 'text', required: true, min: 1, only: true, also: ['TOKEN_2'], never: [''] },
    value: { type: 'text', required: true },
    locked: { type: 'flag', default: false },
    // Hides the value for good: not for bodies that are made up.
    secret: { type: 'flag', default: false, fixed: true },
  },
};

/** Reference 3.4: frequency as elsewhere without 0. */
export const multistepChecks: Resource = {
  noun: 'multi-step checks',
  source: 'reference 2.5 and 3.4',
  create: { path: '/v1/checks/multistep', status: 201 },
  read: '/v1/checks/{id}',
  update: { method: 'PUT', path: '/v1/checks/multistep/{id}', status: 200 },
  remove: { path: '/v1/checks/{id}' },
  body: () => ({ name: 'Order a book', script: 'await page.goto("https://pharos.test/")' }),
  volatile: ['updated_at', 'frequencyOffset'],
  fields: {
    ...checkFields({
      subMinute: false,
      // Runtimes with `multiStepSupport`; reference 3.6: network errors are told apart for API and URL only.
      runtimes: ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09'],
      onlyOn: false,
    }),
    checkType: { type: 'enum', values: ['MULTI_STEP'], default: 'MULTI_STEP' },
    script: { type: 'text', required: true, min: 1 },
    // Those with `multiStepSupport`.
    runtimeId: {
      type: 'enum',
      values: ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09'],
      nullable: true,
      default: null,
      never: ['2023.02', '2022.10'],
    },
    environmentVariables,
  },
};

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };
const UNITS = Object.keys(SECONDS);
const YEAR = 31_536_000;

/** Reference 5.8: a period from 30 seconds to 365 days and a grace up to 365 days, whatever the units. */
function inRange(heartbeat: Json): Json {
  const within = (name: string, least: number) => {
    const unit = SECONDS[heartbeat[`${name}Unit`] as string]!;
    return Math.max(Math.ceil(least / unit), Math.min(heartbeat[name] as number, YEAR / unit));
  };
  return { ...heartbeat, period: within('period', 30), grace: within('grace', 0) };
}

/** Reference 3.4 and 5.8. */
export const heartbeatChecks: Resource = {
  noun: 'heartbeat checks',
  source: 'reference 2.5, 3.4 and 5.8',
  create: { path: '/v1/checks/heartbeat', status: 201 },
  read: '/v1/checks/{id}',
  update: { method: 'PUT', path: '/v1/checks/heartbeat/{id}', status: 200 },
  remove: { path: '/v1/checks/{id}' },
  coherent: ({ heartbeat, ...body }) =>
    heartbeat === undefined ? body : { ...body, heartbeat: inRange(heartbeat as Json) },
  body: () => ({ name: 'Nightly backup', heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' } }),
  volatile: ['updated_at'],
  fields: {
    name: { type: 'text', required: true, min: 1 },
    activated: { type: 'flag', default: true },
    muted: { type: 'flag', default: false },
    tags: { type: 'texts', default: [] },
    checkType: { type: 'enum', values: ['HEARTBEAT'], default: 'HEARTBEAT' },
    // Clients send them for every type; not in the answer.
    locations: { type: 'enums', values: ['us-east-1'], nullable: true, writeOnly: true },
    privateLocations: { type: 'enums', values: [], nullable: true, writeOnly: true },
    groupId: { type: 'number', nullable: true, fixed: true, writeOnly: true },
    groupOrder: { type: 'number', nullable: true, min: 0, whole: true, writeOnly: true },
    runtimeId: { type: 'enum', values: ['2026.04'], nullable: true, writeOnly: true },
    retryStrategy: {
      type: 'object',
      nullable: true,
      fixed: true,
      writeOnly: true,
      valid: { type: 'FIXED' },
      fields: {},
    },
    frequency: { type: 'enum', values: FREQUENCIES.filter((value) => value > 0), writeOnly: true },
    heartbeat: {
      type: 'object',
      required: true,
      valid: { period: 60, periodUnit: 'seconds', grace: 0, graceUnit: 'seconds' },
      fields: {
        period: { type: 'number', required: true, min: 30, max: YEAR },
        periodUnit: { type: 'enum', values: UNITS, required: true },
        grace: { type: 'number', required: true, min: 0, max: YEAR },
        graceUnit: { type: 'enum', values: UNITS, required: true },
        pingToken: {
          type: 'uuid',
          nullable: true,
          fixed: true,
          default: CHOSEN,
          reads: (sent) => (sent === null ? CHOSEN : sent),
        },
      },
    },
  },
};
