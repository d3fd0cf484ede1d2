import type { AssertionOutcome } from '../assertion/assertion.js';
import { boundedText } from './bounded-text.js';
import { responseCodeFailure } from './response-code.js';
import { scrubbedHeader } from './scrub-headers.js';
import { judge, type Finding, type Limits } from './verdict.js';

const finding: Finding = {
  statusCode: 200,
  requestError: null,
  networkError: false,
  responseTime: 100,
  assertions: [],
};
const limits: Limits = { checkType: 'URL', degradedResponseTime: 300, maxResponseTime: 500, shouldFail: false };
const assertion = (passed: boolean, message: string | null = null): AssertionOutcome => ({
  source: 'STATUS_CODE',
  property: '',
  comparison: 'EQUALS',
  target: '404',
  regex: null,
  order: 0,
  passed,
  actual: '404',
  message,
});

const passed = { hasFailures: false, isDegraded: false, overMaxResponseTime: false, errorMessage: null };

describe('judge', () => {
  it.each<[string, Partial<Finding>, Partial<Limits>, Partial<ReturnType<typeof judge>>]>([
    ['passes', {}, {}, passed],
    ['passes below a limit', { responseTime: 299.9 }, {}, passed],
    ['is degraded from the limit on', { responseTime: 300 }, {}, { ...passed, isDegraded: true }],
    [
      'fails from the limit on',
      { responseTime: 500 },
      {},
      { hasFailures: true, isDegraded: false, overMaxResponseTime: true },
    ],
    ['has no limits', { responseTime: 1e6 }, { degradedResponseTime: null, maxResponseTime: null }, passed],
    ['fails at 400', { statusCode: 400 }, {}, { hasFailures: true }],
    ['passes at 399', { statusCode: 399 }, {}, passed],
    [
      'fails at 404 beside a passing assertion',
      { statusCode: 404, assertions: [assertion(true)] },
      {},
      { hasFailures: true },
    ],
    ['accepts 500 with shouldFail', { statusCode: 500 }, { shouldFail: true }, passed],
    ['accepts 200 with shouldFail', {}, { shouldFail: true }, passed],
    [
      'fails an assertion with shouldFail',
      { assertions: [assertion(false, 'no')] },
      { shouldFail: true },
      { hasFailures: true, errorMessage: 'no' },
    ],
    [
      'fails on the network with shouldFail',
      { statusCode: null, requestError: 'refused' },
      { shouldFail: true },
      { hasFailures: true, errorMessage: 'refused' },
    ],
    [
      'keeps the limits with shouldFail',
      { responseTime: 500 },
      { shouldFail: true },
      { hasFailures: true, overMaxResponseTime: true },
    ],
    [
      'fails before it is degraded',
      { statusCode: 500, responseTime: 300 },
      {},
      { hasFailures: true, isDegraded: false },
    ],
    ['needs no status', { statusCode: null }, {}, passed],
    ['fails for further reasons', { failures: ['one', 'two'] }, {}, { hasFailures: true, errorMessage: 'one\ntwo' }],
    ['is degraded for further reasons', { degradations: ['one'] }, {}, { ...passed, isDegraded: true }],
    ['fails before it is degraded for them', { failures: ['one'], degradations: ['two'] }, {}, { isDegraded: false }],
  ])('%s', (_name, found, set, verdict) => {
    expect(judge({ ...finding, ...found }, { ...limits, ...set })).toMatchObject(verdict);
  });

  const refused = { statusCode: null, requestError: 'refused', networkError: true, responseTime: 600 };

  it.each<[string, Partial<Finding>, Partial<Limits>, Partial<ReturnType<typeof judge>>]>([
    ['fails where there is no connection', refused, {}, { hasFailures: true, errorMessage: 'refused' }],
    ['with shouldFail passes there, and takes no limit for slow', refused, { shouldFail: true }, passed],
    ['with shouldFail passes with a connection too', { statusCode: null }, { shouldFail: true }, passed],
    [
      'with shouldFail fails where nobody tried',
      { ...refused, networkError: false },
      { shouldFail: true },
      { hasFailures: true },
    ],
    [
      'with shouldFail fails when a connection breaks',
      { statusCode: null, networkError: true, failures: ['reset'] },
      { shouldFail: true },
      { hasFailures: true, errorMessage: 'reset' },
    ],
    [
      'with shouldFail fails an assertion',
      { assertions: [assertion(false, 'no')] },
      { shouldFail: true },
      { hasFailures: true },
    ],
  ])('a TCP check %s', (_name, found, set, verdict) => {
    expect(judge({ ...finding, ...found }, { ...limits, checkType: 'TCP', ...set })).toMatchObject(verdict);
  });

  const over = (text: string) => ({ hasFailures: true, isDegraded: false, errorMessage: text });

  it.each<[number, Record<string, unknown>, Partial<ReturnType<typeof judge>>]>([
    [0, {}, passed],
    [9.9, {}, passed],
    [10, {}, { ...passed, isDegraded: true }],
    [19.9, {}, { ...passed, isDegraded: true }],
    [20, {}, over('The packet loss of 20% reached the limit of 20%')],
    [100 / 3, {}, over('The packet loss of 33.3% reached the limit of 20%')],
    [20, { degradedPacketLossThreshold: 30, maxPacketLossThreshold: 40 }, passed],
    [30, { degradedPacketLossThreshold: 30, maxPacketLossThreshold: 40 }, { isDegraded: true }],
    [100, { degradedPacketLossThreshold: 100, maxPacketLossThreshold: 100 }, { hasFailures: true }],
    [0, { degradedPacketLossThreshold: 0, maxPacketLossThreshold: 0 }, passed],
    [2, { degradedPacketLossThreshold: 0, maxPacketLossThreshold: 0 }, { hasFailures: true }],
  ])('an ICMP check with %i%% of its pings lost and %j', (packetLoss, settings, verdict) => {
    const found = { ...finding, statusCode: null, responseTime: 1e6, metrics: { packetLoss } };
    expect(judge(found, { ...limits, checkType: 'ICMP', settings })).toMatchObject(verdict);
  });

  it('says why, and each reason once', () => {
    const both = judge(
      { ...finding, statusCode: 404, responseTime: 600, assertions: [assertion(false, 'Expected 200')] },
      limits,
    );
    expect(both.errorMessage).toBe('Expected 200\nThe response time of 600 ms reached the limit of 500 ms');
    expect(judge({ ...finding, statusCode: 404 }, limits).errorMessage).toContain('shouldFail');
    expect(judge({ ...finding, requestError: 'x'.repeat(20_000) }, limits).errorMessage).toHaveLength(10_000);
  });
});

describe('the response code of a DNS check', () => {
  const about = (source: string, property = '') => [{ ...assertion(true), source, property }];

  it.each([
    ['NOERROR', [], null],
    ['NXDOMAIN', [], expect.stringContaining('answered NXDOMAIN')],
    ['SERVFAIL', about('TEXT_ANSWER'), expect.stringContaining('SERVFAIL')],
    ['SERVFAIL', about('JSON_ANSWER', '$.Answer[0].data'), expect.stringContaining('SERVFAIL')],
    ['NXDOMAIN', about('RESPONSE_CODE'), null],
    ['NXDOMAIN', about('JSON_ANSWER', '$.Status'), null],
  ])('%s with %j', (code, assertions, failure) => {
    expect(responseCodeFailure(code, assertions)).toEqual(failure);
  });
});

describe('texts of results', () => {
  it.each([
    ['a\0b', 10, 'ab'],
    ['abcdef', 4, 'abc…'],
    ['\ud800a', 10, '\uFFFDa'],
    ['ab😀cd', 4, 'ab\uFFFD…'],
    ['😀', 2, '😀'],
  ])('%j in %i characters is %j', (text, max, bounded) => {
    expect(boundedText(text, max)).toBe(bounded);
  });

  it('show no credentials', () => {
    expect(['Authorization', 'cookie', 'Set-Cookie', 'X-Api-Key'].map((name) => scrubbedHeader(name, 'x'))).toEqual(
      Array(4).fill('[scrubbed]'),
    );
    expect(scrubbedHeader('Server', 'x')).toBe('x');
  });
});
