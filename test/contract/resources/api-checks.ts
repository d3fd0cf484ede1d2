import type { Field, Resource } from '../description.js';
import { checkFields } from './check-fields.js';

const METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH'];
const SOURCES = ['STATUS_CODE', 'JSON_BODY', 'HEADERS', 'TEXT_BODY', 'RESPONSE_TIME'];
export const COMPARISONS =
  'EQUALS NOT_EQUALS HAS_KEY NOT_HAS_KEY HAS_VALUE NOT_HAS_VALUE IS_EMPTY NOT_EMPTY GREATER_THAN LESS_THAN CONTAINS NOT_CONTAINS IS_NULL NOT_NULL'.split(
    ' ',
  );

const keyValues: Field = {
  type: 'objects',
  default: [],
  valid: [{ key: 'accept', value: '*/*' }],
  fields: {
    key: { type: 'text', required: true },
    value: { type: 'text', default: '' },
    locked: { type: 'flag', default: false },
  },
};

/** Reference 3.4. */
export const apiRequest: Record<string, Field> = {
  method: { type: 'enum', values: METHODS, default: 'GET' },
  url: {
    type: 'text',
    required: true,
    only: true,
    also: ['https://pharos.test/', 'https://{{HOST}}/path', `https://pharos.test/${'x'.repeat(2_028)}`],
    never: ['', `https://pharos.test/${'x'.repeat(2_029)}`],
  },
  followRedirects: { type: 'flag', default: true },
  skipSSL: { type: 'flag', default: false },
  ipFamily: { type: 'enum', values: ['IPv4', 'IPv6'], default: 'IPv4' },
  body: { type: 'text', default: '' },
  bodyType: { type: 'enum', values: ['JSON', 'FORM', 'RAW', 'GRAPHQL', 'NONE'], default: 'NONE' },
  headers: keyValues,
  queryParameters: keyValues,
  assertions: {
    type: 'objects',
    open: true,
    default: [],
    valid: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    fields: {
      source: { type: 'enum', values: SOURCES, required: true },
      comparison: { type: 'enum', values: COMPARISONS, required: true },
      property: { type: 'text', default: '', only: true, also: [''] },
      target: { type: 'text', default: '' },
      regex: { type: 'text', nullable: true, default: null, only: true },
    },
  },
  basicAuth: {
    type: 'object',
    nullable: true,
    default: null,
    valid: { username: 'somebody', password: 'secret' },
    fields: { username: { type: 'text', default: '' }, password: { type: 'text', default: '' } },
  },
};

export const apiChecks: Resource = {
  noun: 'API checks',
  source: 'reference 2.5 and 3.4',
  create: { path: '/v1/checks/api', status: 201 },
  read: '/v1/checks/{id}',
  update: { method: 'PUT', path: '/v1/checks/api/{id}', status: 200 },
  remove: { path: '/v1/checks/{id}' },
  body: () => ({ name: 'Search API', request: { url: 'https://pharos.test/' } }),
  volatile: ['updated_at', 'frequencyOffset'],
  fields: {
    ...checkFields(),
    checkType: { type: 'enum', values: ['API'], default: 'API' },
    request: {
      type: 'object',
      required: true,
      valid: { method: 'GET', url: 'https://pharos.test/' },
      fields: apiRequest,
    },
    degradedResponseTime: { type: 'number', min: 0, max: 30_000, also: [0.5], nullable: true, default: 5_000 },
    maxResponseTime: { type: 'number', min: 0, max: 30_000, also: [0.5], nullable: true, default: 20_000 },
    localSetupScript: { type: 'text', nullable: true, default: null },
    localTearDownScript: { type: 'text', nullable: true, default: null },
    setupSnippetId: { type: 'number', fixed: true, nullable: true, default: null },
    tearDownSnippetId: { type: 'number', fixed: true, nullable: true, default: null },
  },
};
