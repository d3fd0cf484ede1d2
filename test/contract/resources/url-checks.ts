import type { Field, Resource } from '../description.js';
import { checkFields } from './check-fields.js';

/** Reference 3.4, requests and assertions. */
const request: Record<string, Field> = {
  method: { type: 'enum', values: ['GET'], default: 'GET' },
  url: {
    type: 'url',
    required: true,
    also: [`https://pharos.test/${'x'.repeat(2_028)}`],
    never: [`https://pharos.test/${'x'.repeat(2_029)}`],
  },
  followRedirects: { type: 'flag', default: true },
  skipSSL: { type: 'flag', default: false },
  ipFamily: { type: 'enum', values: ['IPv4', 'IPv6'], default: 'IPv4' },
  assertions: {
    type: 'objects',
    open: true,
    default: [],
    valid: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    fields: {
      source: { type: 'enum', values: ['STATUS_CODE'], required: true },
      comparison: { type: 'enum', values: ['EQUALS', 'NOT_EQUALS', 'LESS_THAN', 'GREATER_THAN'], required: true },
      property: { type: 'text', default: '' },
      target: { type: 'text', default: '' },
      regex: { type: 'text', nullable: true, default: null },
    },
  },
};

export const urlChecks: Resource = {
  noun: 'URL checks',
  source: 'reference 2.5 and 3.4',
  create: { path: '/v1/checks/url', status: 201 },
  read: '/v1/checks/{id}',
  update: { method: 'PUT', path: '/v1/checks/url/{id}', status: 200 },
  remove: { path: '/v1/checks/{id}' },
  body: () => ({ name: 'Home page', request: { url: 'https://pharos.test/' } }),
  volatile: ['updated_at', 'frequencyOffset'],
  fields: {
    ...checkFields(),
    checkType: { type: 'enum', values: ['URL'], default: 'URL' },
    request: { type: 'object', required: true, valid: { method: 'GET', url: 'https://pharos.test/' }, fields: request },
    degradedResponseTime: { type: 'number', min: 0, max: 30_000, also: [0.5], nullable: true, default: 3_000 },
    maxResponseTime: { type: 'number', min: 0, max: 30_000, also: [0.5], nullable: true, default: 5_000 },
  },
};

/** Reference 2.5: one path for all types, deprecated, with the type in the body. */
export const anyChecks: Resource = {
  ...urlChecks,
  noun: 'checks of any type',
  create: { path: '/v1/checks', status: 201 },
  update: { method: 'PUT', path: '/v1/checks/{id}', status: 200 },
  body: () => ({ checkType: 'URL', name: 'Home page', request: { url: 'https://pharos.test/' } }),
  fields: { ...urlChecks.fields, checkType: { type: 'enum', values: ['URL'], default: 'API' } },
};
