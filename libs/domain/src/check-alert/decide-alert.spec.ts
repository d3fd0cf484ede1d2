import * as fc from 'fast-check';
import { DEFAULT_ALERT_SETTINGS, type AlertSettings } from '../alert-settings/alert-settings.js';
import * as allowed from '../alert-settings/alert-settings.js';
import type { AlertType } from './check-alert.js';
import { CHECK_CONDITIONS, type CheckCondition } from './check-condition.js';
import { decideAlert, type Problem, type RunVerdict } from './decide-alert.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);

interface Step {
  condition: CheckCondition;
  run?: string;
  minute?: number;
  failing?: number;
  locations?: number;
  muted?: boolean;
}

interface Taken {
  from: CheckCondition;
  step: Step;
  alertType: AlertType;
  before: Problem | null;
  after: Problem | null;
}

/** Applies the steps, one a minute where nothing else is said. */
function walk(steps: Step[], settings: AlertSettings): Taken[] {
  let problem: Problem | null = null;
  return steps.map((step, at) => {
    const { condition, run = `run ${at}`, minute = at, failing = 1, locations = 1, muted = false } = step;
    const time = new Date(START + minute * MINUTE);
    const verdict: RunVerdict = { condition, runId: run, at: time, failing, locations };
    const before: Problem | null = problem;
    const decision = decideAlert(before, verdict, { settings, muted }, time);
    problem = decision.problem;
    return { from: before?.condition ?? 'passing', step, alertType: decision.alertType, before, after: problem };
  });
}

const alertsOf = (steps: Step[], settings: Partial<AlertSettings> = {}) =>
  walk(steps, { ...DEFAULT_ALERT_SETTINGS, ...settings }).map(({ alertType }) => alertType);
const [P, D, F]: Step[] = CHECK_CONDITIONS.map((condition) => ({ condition })) as [Step, Step, Step];
const after = (failedRunThreshold: 1 | 2 | 3): Partial<AlertSettings> => ({
  runBasedEscalation: { failedRunThreshold },
});
const NONE = 'NO_ALERT';

describe('run based', () => {
  it.each<[string, Step[], 1 | 2 | 3, AlertType[]]>([
    ['fails and recovers', [P!, F!, F!, P!, P!], 1, [NONE, 'ALERT_FAILURE', NONE, 'ALERT_RECOVERY', NONE]],
    ['degrades and recovers', [P!, D!, D!, P!], 1, [NONE, 'ALERT_DEGRADED', NONE, 'ALERT_DEGRADED_RECOVERY']],
    [
      'turns both ways',
      [D!, F!, D!, P!],
      1,
      ['ALERT_DEGRADED', 'ALERT_DEGRADED_FAILURE', 'ALERT_FAILURE_DEGRADED', 'ALERT_DEGRADED_RECOVERY'],
    ],
    [
      'reaches a higher threshold later',
      [F!, F!, F!, F!, P!],
      3,
      [NONE, NONE, 'ALERT_FAILURE_REMAIN', NONE, 'ALERT_RECOVERY'],
    ],
    ['reaches it degraded', [D!, D!, P!], 2, [NONE, 'ALERT_DEGRADED_REMAIN', 'ALERT_DEGRADED_RECOVERY']],
    ['never reaches it', [F!, F!, P!, F!, F!, P!], 3, [NONE, NONE, NONE, NONE, NONE, NONE]],
    ['escalates whatever the threshold', [D!, F!, P!], 3, [NONE, 'ALERT_DEGRADED_FAILURE', 'ALERT_RECOVERY']],
    [
      'de-escalates whatever the threshold',
      [F!, D!, P!],
      3,
      [NONE, 'ALERT_FAILURE_DEGRADED', 'ALERT_DEGRADED_RECOVERY'],
    ],
  ])('%s', (_what, steps, threshold, expected) => {
    expect(alertsOf(steps, after(threshold))).toEqual(expected);
  });

  it('counts a run once, in however many locations it fails', () => {
    const run = (name: string, failing: number) => ({ ...F!, run: name, failing, locations: 3 });
    expect(alertsOf([run('a', 1), run('a', 2), run('a', 3), run('b', 1)], after(2))).toEqual([
      NONE,
      NONE,
      NONE,
      'ALERT_FAILURE_REMAIN',
    ]);
  });
});

describe('time based', () => {
  const settings: Partial<AlertSettings> = {
    escalationType: 'TIME_BASED',
    timeBasedEscalation: { minutesFailingThreshold: 10 },
  };
  const failing = (...minutes: number[]) => minutes.map((minute) => ({ ...F!, minute }));

  it('alerts with the first failure so many minutes after the first one', () => {
    expect(alertsOf(failing(0, 9.99, 10, 30), settings)).toEqual([NONE, NONE, 'ALERT_FAILURE_REMAIN', NONE]);
  });

  it('begins anew after a run that passed', () => {
    const steps = [...failing(0, 9), { ...P!, minute: 10 }, ...failing(11, 20, 21)];
    expect(alertsOf(steps, settings)).toEqual([NONE, NONE, NONE, NONE, NONE, 'ALERT_FAILURE_REMAIN']);
  });

  it('takes five minutes where nothing is said', () => {
    expect(alertsOf(failing(0, 4, 5), { escalationType: 'TIME_BASED' })).toEqual([NONE, NONE, 'ALERT_FAILURE_REMAIN']);
  });
});

describe('with a share of locations that must fail', () => {
  const share: Partial<AlertSettings> = { parallelRunFailureThreshold: { enabled: true, percentage: 50 } };
  const run = (name: string, failing: number, locations = 3) => ({ ...F!, run: name, failing, locations });

  it('alerts as soon as so many locations of a run fail', () => {
    expect(alertsOf([run('a', 1), run('a', 2), run('a', 3)], share)).toEqual([NONE, 'ALERT_FAILURE', NONE]);
    expect(alertsOf([run('a', 1), run('b', 2)], share)).toEqual([NONE, 'ALERT_FAILURE_REMAIN']);
    expect(alertsOf([run('a', 1, 2)], share)).toEqual(['ALERT_FAILURE']);
  });

  it('stays failing below it, so there is no recovery before all pass', () => {
    expect(alertsOf([run('a', 2), run('b', 1), P!], share)).toEqual(['ALERT_FAILURE', NONE, 'ALERT_RECOVERY']);
  });

  it('has no meaning for runs in one location and for degraded ones', () => {
    expect(alertsOf([{ ...F!, failing: 1, locations: 1 }], share)).toEqual(['ALERT_FAILURE']);
    expect(alertsOf([{ ...D!, failing: 0, locations: 3 }], share)).toEqual(['ALERT_DEGRADED']);
  });
});

describe('muted', () => {
  const muted = (step: Step | undefined) => ({ ...step!, muted: true });

  it('is told nothing; when it is heard again the problem is told if it is still there', () => {
    expect(alertsOf([F!, P!, D!, F!].map(muted))).toEqual([NONE, NONE, NONE, NONE]);
    expect(alertsOf([muted(F), F!, P!])).toEqual([NONE, 'ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY']);
    expect(alertsOf([muted(F), P!])).toEqual([NONE, NONE]);
    expect(alertsOf([F!, muted(D), P!])).toEqual(['ALERT_FAILURE', NONE, 'ALERT_DEGRADED_RECOVERY']);
    expect(alertsOf([F!, muted(P), F!])).toEqual(['ALERT_FAILURE', NONE, 'ALERT_FAILURE']);
  });
});

/** Reference 5.5: what may be told of each change. */
const TABLE: Record<`${CheckCondition} ${CheckCondition}`, AlertType[]> = {
  'passing passing': [],
  'passing degraded': ['ALERT_DEGRADED'],
  'passing failing': ['ALERT_FAILURE'],
  // FIRST while a run in several locations comes in.
  'degraded degraded': ['ALERT_DEGRADED_REMAIN', 'ALERT_DEGRADED'],
  'degraded passing': ['ALERT_DEGRADED_RECOVERY'],
  'degraded failing': ['ALERT_DEGRADED_FAILURE'],
  'failing failing': ['ALERT_FAILURE_REMAIN', 'ALERT_FAILURE'],
  'failing degraded': ['ALERT_FAILURE_DEGRADED'],
  'failing passing': ['ALERT_RECOVERY'],
};

describe('any sequence of runs', () => {
  const settings: fc.Arbitrary<AlertSettings> = fc.record({
    escalationType: fc.constantFrom(...allowed.ESCALATION_TYPES),
    runBasedEscalation: fc.record({ failedRunThreshold: fc.constantFrom(...allowed.FAILED_RUN_THRESHOLDS) }),
    timeBasedEscalation: fc.record({ minutesFailingThreshold: fc.constantFrom(...allowed.MINUTES_FAILING_THRESHOLDS) }),
    reminders: fc.constant(DEFAULT_ALERT_SETTINGS.reminders),
    parallelRunFailureThreshold: fc.record({
      enabled: fc.boolean(),
      percentage: fc.constantFrom(...allowed.PARALLEL_FAILURE_PERCENTAGES),
    }),
  });
  const steps = fc.array(
    fc.record({
      condition: fc.constantFrom(...CHECK_CONDITIONS),
      run: fc.integer({ min: 0, max: 20 }).map((n) => `run ${n}`),
      failing: fc.integer({ min: 1, max: 4 }),
      locations: fc.integer({ min: 4, max: 6 }),
      muted: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  /** The first step that breaks the law, for any sequence and settings. */
  const broken = (law: (taken: Taken, settings: AlertSettings, told: AlertType | null) => boolean) => {
    const { failed, counterexample } = fc.check(
      fc.property(steps, settings, (taken, chosen) => {
        let told: AlertType | null = null;
        return walk(taken, chosen).every((one) => {
          const holds = law(one, chosen, told);
          if (one.step.condition === 'passing') told = null;
          else if (one.alertType !== NONE) told = one.alertType;
          return holds;
        });
      }),
      { numRuns: 500 },
    );
    return failed ? counterexample : null;
  };

  it('is told only as the table says, and never while muted', () => {
    expect(
      broken(
        ({ from, step, alertType }) =>
          alertType === NONE || (!step.muted && TABLE[`${from} ${step.condition}`].includes(alertType)),
      ),
    ).toBeNull();
  });

  it('always tells turns, and knows afterwards how the check does', () => {
    const isTurn = (from: CheckCondition, to: CheckCondition) => from !== 'passing' && to !== 'passing' && from !== to;
    expect(
      broken(
        ({ from, step, alertType, after: left }) =>
          (left?.condition ?? 'passing') === step.condition &&
          (!isTurn(from, step.condition) || (alertType === NONE) === step.muted),
      ),
    ).toBeNull();
  });

  it('tells the end of a problem to who knew of it, and only to them', () => {
    expect(
      broken(
        ({ step, alertType }, _settings, told) =>
          step.condition !== 'passing' || (alertType !== NONE) === (told !== null && !step.muted),
      ),
    ).toBeNull();
  });

  it('tells a problem once: after the first word only its turns follow', () => {
    const TURNS: AlertType[] = ['ALERT_DEGRADED_FAILURE', 'ALERT_FAILURE_DEGRADED'];
    const goesOn = ({ step, alertType, from }: Taken, told: AlertType | null) =>
      step.condition === 'passing' || alertType === NONE || told === null
        ? true
        : TURNS.includes(alertType) && from !== step.condition;
    expect(broken((taken, _settings, told) => goesOn(taken, told))).toBeNull();
  });

  it('needs the threshold for the first word of a problem', () => {
    const isReached = ({ after: problem }: Taken, { escalationType, ...chosen }: AlertSettings) =>
      escalationType === 'RUN_BASED'
        ? problem!.runs >= chosen.runBasedEscalation!.failedRunThreshold
        : problem!.alertedAt!.getTime() - problem!.since.getTime() >=
          chosen.timeBasedEscalation!.minutesFailingThreshold * MINUTE;
    const isFirst = ({ alertType }: Taken) => /^ALERT_(FAILURE|DEGRADED)(_REMAIN)?$/.test(alertType);
    expect(broken((taken, chosen) => !isFirst(taken) || isReached(taken, chosen))).toBeNull();
  });

  it('changes nothing once a problem is told and stays as it is', () => {
    expect(
      broken(
        ({ before, after: problem, step }) =>
          !before?.alertedAt || step.condition !== before.condition || problem === before,
      ),
    ).toBeNull();
  });
});
