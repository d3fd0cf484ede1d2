import type { SessionTally } from '../check-session/check-session.js';
import { conditionOf } from './check-condition.js';

const tally = (values: Partial<SessionTally>): SessionTally => ({
  runs: 2,
  passed: 0,
  degraded: 0,
  failed: 0,
  errored: 0,
  aborted: 0,
  ...values,
});

it.each<[Partial<SessionTally>, string | null]>([
  [{}, null],
  [{ failed: 1 }, 'failing'],
  [{ failed: 1, passed: 1 }, 'failing'],
  [{ failed: 1, aborted: 1 }, 'failing'],
  [{ passed: 1 }, null],
  [{ degraded: 1 }, null],
  [{ passed: 1, degraded: 1 }, 'degraded'],
  [{ passed: 2 }, 'passing'],
  [{ passed: 1, aborted: 1 }, 'passing'],
  [{ degraded: 1, errored: 1 }, 'degraded'],
  [{ errored: 1, aborted: 1 }, null],
  [{ runs: 1, errored: 1 }, null],
])('a run of %j says %s', (values, expected) => {
  expect(conditionOf(tally(values))).toBe(expected);
});
