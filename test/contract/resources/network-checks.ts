import type { Field, Resource } from '../description.js';
import { COMPARISONS } from './api-checks.js';
import { checkFields, ownCheckFields } from './check-fields.js';

const NUMBERS_AND_TEXTS = ['EQUALS', 'NOT_EQUALS', 'IS_EMPTY', 'NOT_EMPTY', 'LESS_THAN', 'GREATER_THAN'];
const CONTAINS = ['CONTAINS', 'NOT_CONTAINS'];

const assertions = (sources: string[], comparisons: string[]): Field => ({
  type: 'objects',
  open: true,
  default: [],
  valid: [{ source: sources[0]!, comparison: 'EQUALS', target: '1' }],
  fields: {
    source: { type: 'enum', values: sources, required: true, never: ['STATUS_CODE'] },
    comparison: { type: 'enum', values: comparisons, required: true },
    property: { type: 'text', default: '' },
    target: { type: 'text', default: '' },
    regex: { type: 'text', nullable: true, default: null },
  },
});

const host: Field = {
  type: 'text',
  required: true,
  only: true,
  also: ['localhost', '127.0.0.1', '::1', 'a_b.pharos.test', 'x'.repeat(2_048)],
  never: ['', 'x'.repeat(2_049), 'https://pharos.test', 'pharos.test/path', 'two words'],
};

const ipFamily: Field = { type: 'enum', values: ['IPv4', 'IPv6'], default: 'IPv4' };

const common = { source: 'reference 2.5 and 3.4', read: '/v1/checks/{id}', remove: { path: '/v1/checks/{id}' } };
const volatile = ['updated_at', 'frequencyOffset'];

const responseTime = (max: number, fallback: number): Field => ({
  type: 'number',
  min: 0,
  max,
  also: [0.5],
  nullable: true,
  default: fallback,
});

/** Reference 3.4: response times up to 5 s; reference 3.6: network errors are told apart for API and URL only. */
export const tcpChecks: Resource = {
  ...common,
  noun: 'TCP checks',
  create: { path: '/v1/checks/tcp', status: 201 },
  update: { method: 'PUT', path: '/v1/checks/tcp/{id}', status: 200 },
  body: () => ({ name: 'Mail server', request: { hostname: 'pharos.test', port: 25 } }),
  volatile,
  fields: {
    ...checkFields({ onlyOn: false }),
    checkType: { type: 'enum', values: ['TCP'], default: 'TCP' },
    request: {
      type: 'object',
      required: true,
      valid: { hostname: 'pharos.test', port: 25 },
      fields: {
        hostname: host,
        port: { type: 'number', required: true, min: 1, max: 65_535, whole: true },
        data: { type: 'text', nullable: true, default: null },
        ipFamily,
        assertions: assertions(['RESPONSE_DATA', 'RESPONSE_TIME'], [...NUMBERS_AND_TEXTS, ...CONTAINS]),
      },
    },
    degradedResponseTime: responseTime(5_000, 3_000),
    maxResponseTime: responseTime(5_000, 5_000),
  },
};

/** Reference 3.4: `name` is required in updates, too. */
export const dnsChecks: Resource = {
  ...common,
  noun: 'DNS checks',
  create: { path: '/v1/checks/dns', status: 201 },
  update: { method: 'PUT', path: '/v1/checks/dns/{id}', status: 200, required: ['name'] },
  body: () => ({ name: 'Name of the shop', request: { query: 'pharos.test', recordType: 'A' } }),
  volatile,
  fields: {
    ...ownCheckFields({ onlyOn: false }),
    checkType: { type: 'enum', values: ['DNS'], default: 'DNS' },
    request: {
      type: 'object',
      required: true,
      valid: { query: 'pharos.test', recordType: 'A' },
      fields: {
        query: { type: 'text', required: true, min: 1, max: 100 },
        recordType: { type: 'enum', values: ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SOA', 'NS'], required: true },
        protocol: { type: 'enum', values: ['TCP', 'UDP'], default: 'UDP' },
        nameServer: { type: 'text', max: 100 },
        port: { type: 'number', min: 1, max: 65_535, whole: true },
        assertions: assertions(['RESPONSE_TIME', 'RESPONSE_CODE', 'TEXT_ANSWER', 'JSON_ANSWER'], COMPARISONS),
      },
    },
    degradedResponseTime: responseTime(5_000, 500),
    maxResponseTime: responseTime(5_000, 1_000),
  },
};

/** Sent by clients for every type; not in the answer. */
const unusedTime: Field = { type: 'number', min: 0, max: 300_000, writeOnly: true };

/** Reference 3.4: packet loss instead of response times. */
export const icmpChecks: Resource = {
  ...common,
  noun: 'ICMP checks',
  create: { path: '/v1/checks/icmp', status: 201 },
  update: { method: 'PUT', path: '/v1/checks/icmp/{id}', status: 200 },
  body: () => ({ name: 'Router', request: { hostname: 'pharos.test' } }),
  volatile,
  fields: {
    ...ownCheckFields({ onlyOn: false }),
    checkType: { type: 'enum', values: ['ICMP'], default: 'ICMP' },
    request: {
      type: 'object',
      required: true,
      valid: { hostname: 'pharos.test' },
      fields: {
        hostname: host,
        ipFamily: { ...ipFamily, nullable: true },
        pingCount: { type: 'number', min: 1, max: 50, whole: true, nullable: true, default: 10 },
        assertions: assertions(
          ['LATENCY', 'JSON_RESPONSE'],
          [...NUMBERS_AND_TEXTS, ...CONTAINS, 'IS_NULL', 'NOT_NULL'],
        ),
      },
    },
    degradedPacketLossThreshold: { type: 'number', min: 0, max: 100, default: 10 },
    maxPacketLossThreshold: { type: 'number', min: 0, max: 100, default: 20 },
    degradedResponseTime: unusedTime,
    maxResponseTime: unusedTime,
  },
};
