import { sessionStatus, tallyOf, type SessionTally } from './check-session.js';

const tally = (values: Partial<SessionTally>): SessionTally => ({
  runs: 2,
  passed: 0,
  degraded: 0,
  failed: 0,
  errored: 0,
  aborted: 0,
  ...values,
});

describe('sessionStatus', () => {
  it.each([
    [{}, 'PROGRESS'],
    [{ passed: 1 }, 'PROGRESS'],
    [{ degraded: 1 }, 'PROGRESS_DEGRADED'],
    [{ failed: 1 }, 'PROGRESS_FAILED'],
    [{ runs: 3, failed: 1, degraded: 1 }, 'PROGRESS_FAILED'],
    [{ aborted: 1 }, 'PROGRESS'],
    [{ passed: 2 }, 'PASSED'],
    [{ passed: 1, degraded: 1 }, 'DEGRADED'],
    [{ degraded: 1, failed: 1 }, 'FAILED'],
    [{ passed: 1, aborted: 1 }, 'TIMED_OUT'],
    [{ degraded: 1, aborted: 1 }, 'TIMED_OUT'],
    [{ failed: 1, aborted: 1 }, 'FAILED'],
    [{ errored: 1 }, 'PROGRESS_FAILED'],
    [{ passed: 1, errored: 1 }, 'FAILED'],
    [{ errored: 1, aborted: 1 }, 'FAILED'],
  ] as const)('%j is %s', (values, expected) => {
    expect(sessionStatus(tally(values))).toBe(expected);
  });
});

describe('tallyOf', () => {
  const passed = { aborted: false, hasFailures: false, hasErrors: false, isDegraded: false };

  it.each([
    [{}, 'passed'],
    [{ isDegraded: true }, 'degraded'],
    [{ isDegraded: true, hasFailures: true }, 'failed'],
    [{ hasErrors: true }, 'errored'],
    [{ hasErrors: true, hasFailures: true }, 'errored'],
    [{ hasErrors: true, aborted: true }, 'aborted'],
  ] as const)('%j counts as %s', (values, expected) => {
    expect(tallyOf({ ...passed, ...values })).toBe(expected);
  });
});
