import type { AssertionOutcome } from '../assertion/assertion.js';
import { boundedText } from './bounded-text.js';
import { scrubbedHeader } from './scrub-headers.js';
import { judge, type Finding, type Limits } from './verdict.js';

const finding: Finding = { statusCode: 200, requestError: null, responseTime: 100, assertions: [] };
const limits: Limits = { degradedResponseTime: 300, maxResponseTime: 500, shouldFail: false };
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
  ])('%s', (_name, found, set, verdict) => {
    expect(judge({ ...finding, ...found }, { ...limits, ...set })).toMatchObject(verdict);
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
    expect(['Authorization', 'cookie', 'Set-Cookie'].map((name) => scrubbedHeader(name, 'x'))).toEqual(
      Array(3).fill('[scrubbed]'),
    );
    expect(scrubbedHeader('Server', 'x')).toBe('x');
  });
});
