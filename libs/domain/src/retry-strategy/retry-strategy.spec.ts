import {
  DOUBLE_CHECK,
  planRetry,
  retryLocation,
  retryStrategyOf,
  strategyFor,
  type RetryStrategy,
} from './retry-strategy.js';

const strategy = (values: Partial<RetryStrategy>): RetryStrategy => ({
  type: 'FIXED',
  baseBackoffSeconds: 5,
  maxRetries: 3,
  maxDurationSeconds: 600,
  sameRegion: true,
  onlyOn: [],
  ...values,
});
const waits = (values: Partial<RetryStrategy>) =>
  [1, 2, 3, 4].map((attempt) => planRetry(strategy(values), { attempt, elapsedMs: 0, networkError: false }));

describe('planRetry', () => {
  it.each([
    ['FIXED', [5_000, 5_000, 5_000, null]],
    ['LINEAR', [5_000, 10_000, 15_000, null]],
    ['EXPONENTIAL', [5_000, 25_000, 125_000, null]],
    ['SINGLE_RETRY', [5_000, null, null, null]],
  ] as const)('%s waits %j', (type, expected) => {
    expect(waits({ type })).toEqual(expected);
  });

  it('makes none without a strategy', () => {
    expect(planRetry(null, { attempt: 1, elapsedMs: 0, networkError: true })).toBeNull();
  });

  it('makes none that would begin after the longest duration', () => {
    const failed = { attempt: 1, networkError: false };
    expect(planRetry(strategy({ maxDurationSeconds: 20 }), { ...failed, elapsedMs: 15_000 })).toBe(5_000);
    expect(planRetry(strategy({ maxDurationSeconds: 20 }), { ...failed, elapsedMs: 15_001 })).toBeNull();
  });

  it.each([
    ['FIXED', null],
    ['LINEAR', null],
    ['EXPONENTIAL', null],
    ['SINGLE_RETRY', 600_000],
  ] as const)('%s never waits for longer than 600 s, whatever is stored', (type, expected) => {
    const stored = strategy({ type, baseBackoffSeconds: 2e9, maxDurationSeconds: 2e10 });
    expect(planRetry(stored, { attempt: 1, elapsedMs: 0, networkError: false })).toBe(expected);
  });

  it('makes only those after network errors where asked to', () => {
    const onlyOn: RetryStrategy['onlyOn'] = ['NETWORK_ERROR'];
    expect(planRetry(strategy({ onlyOn }), { attempt: 1, elapsedMs: 0, networkError: true })).toBe(5_000);
    expect(planRetry(strategy({ onlyOn }), { attempt: 1, elapsedMs: 0, networkError: false })).toBeNull();
  });
});

it('doubleCheck stands for one retry at once, elsewhere, and only where there is no strategy', () => {
  expect(retryStrategyOf({ retryStrategy: null, doubleCheck: true })).toBe(DOUBLE_CHECK);
  expect(retryStrategyOf({ retryStrategy: null, doubleCheck: false })).toBeNull();
  expect(retryStrategyOf({ retryStrategy: strategy({}), doubleCheck: true })).toEqual(strategy({}));
});

it('retries elsewhere in turn, and where it was when nowhere else is served', () => {
  expect(retryLocation(strategy({ sameRegion: false }), 'a', ['b', 'c'], 1)).toBe('b');
  expect(retryLocation(strategy({ sameRegion: false }), 'a', ['b', 'c'], 2)).toBe('c');
  expect(retryLocation(strategy({ sameRegion: false }), 'a', [], 1)).toBe('a');
  expect(retryLocation(strategy({ sameRegion: true }), 'a', ['b'], 1)).toBe('a');
});

it('tells network errors apart for API and URL checks only', () => {
  const sent = strategy({ onlyOn: ['NETWORK_ERROR'] });
  for (const type of ['API', 'URL'] as const) expect(strategyFor(type, sent)).toEqual(sent);
  for (const type of ['TCP', 'DNS', 'ICMP', 'MULTI_STEP'] as const)
    expect(strategyFor(type, sent)).toEqual({ ...sent, onlyOn: [] });
});
