import type { RunReport } from '#agent-protocol';
import { LAST_MOMENT_MS, PHASES, type TimingPhases } from '#domain';
import { InvalidRequest, UUID, type Violation } from '#http';

const MOST_REPORTS = 100;
/** A day: no report can be about a longer time. */
const LONGEST_MS = 86_400_000;
const LONGEST_MESSAGE = 10_000;
const MOST_METRICS = 20;
/** Larger ones say nothing, and their squares could not be added up. */
const LARGEST_METRIC = 1e15;
const METRIC_NAME = /^[a-z]\w{0,49}$/i;

const FLAGS = ['hasFailures', 'hasErrors', 'isDegraded', 'overMaxResponseTime', 'networkError'] as const;
const TIMES = ['startedAfterMs', 'stoppedAfterMs', 'responseTime'] as const;

type Plain = Record<string, unknown>;

/** Reads the body of POST /agent/v1/results without class-validator, which costs more than storing a report. Throws 400. */
export function readReports(body: unknown): RunReport[] {
  const results = (body as Plain | null)?.['results'];
  if (!Array.isArray(results) || results.length === 0 || results.length > MOST_REPORTS) {
    throw new InvalidRequest([
      { field: 'results', message: `"results" must be a list of 1 to ${MOST_REPORTS} reports` },
    ]);
  }
  const violations = results.flatMap((report: unknown, at) => problemsOf(report, `results[${at}]`));
  if (violations.length > 0) throw new InvalidRequest(violations);
  return results as RunReport[];
}

function problemsOf(value: unknown, path: string): Violation[] {
  if (typeof value !== 'object' || value === null) return [violation(path, 'must be an object')];
  const report = value as Plain;
  const wrong = (name: string, what: string) => violation(`${path}.${name}`, what);
  return [
    ...(typeof report['runId'] === 'string' && UUID.test(report['runId']) ? [] : [wrong('runId', 'must be a uuid')]),
    ...(['token', 'attempt'] as const)
      .filter((name) => !isCount(report[name]))
      .map((name) => wrong(name, 'must be a whole number from 1')),
    ...FLAGS.filter((name) => typeof report[name] !== 'boolean').map((name) => wrong(name, 'must be true or false')),
    ...TIMES.filter((name) => !isTime(report[name])).map((name) =>
      wrong(name, `must be milliseconds from 0 to ${LONGEST_MS}`),
    ),
    ...(isTimings(report['timings'])
      ? []
      : [wrong('timings', `must be null or milliseconds for ${PHASES.join(', ')}`)]),
    ...(isStatus(report['statusCode']) ? [] : [wrong('statusCode', 'must be null or a whole number from 0 to 999')]),
    ...(isMoment(report['certificateEnds'])
      ? []
      : [wrong('certificateEnds', 'must be null or unix milliseconds to the year 9999')]),
    ...(isMessage(report['errorMessage'])
      ? []
      : [wrong('errorMessage', `must be null or a text of at most ${LONGEST_MESSAGE} characters`)]),
    ...(areMetrics(report['metrics'])
      ? []
      : [wrong('metrics', `must be null or at most ${MOST_METRICS} numbers with names of letters and digits`)]),
    ...(report['detail'] === null || typeof report['detail'] === 'object'
      ? []
      : [wrong('detail', 'must be null or an object')]),
  ];
}

const violation = (field: string, what: string): Violation => ({ field, message: `"${field}" ${what}` });
const isCount = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 2_147_483_647;
const isTime = (value: unknown) => typeof value === 'number' && value >= 0 && value <= LONGEST_MS;
const isStatus = (value: unknown) =>
  value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 999);
const isMoment = (value: unknown) =>
  value === undefined || value === null || (Number.isInteger(value) && Math.abs(value as number) <= LAST_MOMENT_MS);
const isMessage = (value: unknown) => value === null || (typeof value === 'string' && value.length <= LONGEST_MESSAGE);

function isTimings(value: unknown): value is TimingPhases | null {
  return value === null || (typeof value === 'object' && PHASES.every((phase) => isTime((value as Plain)[phase])));
}

const isMetric = (value: unknown) => typeof value === 'number' && Math.abs(value) <= LARGEST_METRIC;

function areMetrics(value: unknown): value is RunReport['metrics'] {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const metrics = Object.entries(value);
  return (
    metrics.length <= MOST_METRICS && metrics.every(([name, number]) => METRIC_NAME.test(name) && isMetric(number))
  );
}
