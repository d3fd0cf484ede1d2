import { clockOffMs, inApiTime } from '../../apps/agent/src/work/api-clock.js';
import type { Outcome } from '../../apps/agent/src/probes/probe.js';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['an hour behind', NOW + HOUR_MS, HOUR_MS],
  ['an hour ahead', NOW - HOUR_MS, -HOUR_MS],
  ['kept: an answer takes its time', NOW - 1_999, 0],
  ['just off', NOW + 2_000, 2_000],
  ['not told, by an older API', undefined, 0],
])('the clock of the agent is %s', (_, apiNow, off) => {
  expect(clockOffMs(apiNow, NOW)).toBe(off);
});

it('puts the lines of a log into the time of the API, and nothing else', () => {
  const jobLog = [{ time: NOW, msg: 'from a script', level: 'INFO' }];
  const outcome = { responseTimeMs: 7, detail: { status: 200, jobLog } } as unknown as Outcome;
  expect(inApiTime(outcome, -HOUR_MS)).toEqual({
    responseTimeMs: 7,
    detail: { status: 200, jobLog: [{ ...jobLog[0], time: NOW - HOUR_MS }] },
  });
  expect(jobLog[0]!.time).toBe(NOW);
  expect(inApiTime(outcome, 0)).toBe(outcome);
});

it('leaves outcomes without a log as they are', () => {
  for (const detail of [null, { status: 200 }, { jobLog: null }]) {
    const outcome = { detail } as unknown as Outcome;
    expect(inApiTime(outcome, HOUR_MS)).toBe(outcome);
  }
});
