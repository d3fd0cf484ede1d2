import { DEFAULT_MINUTES_FAILING, type AlertSettings } from '../alert-settings/alert-settings.js';
import type { AlertType } from './check-alert.js';
import type { CheckCondition } from './check-condition.js';

/** What is known of a check that is not passing; a passing one has none. */
export interface Problem {
  condition: Exclude<CheckCondition, 'passing'>;
  /** The run counted last; null where no run was behind it. */
  runId: string | null;
  /** How many runs in a row were so, up to the first alert. */
  runs: number;
  /** When the first of them began. */
  since: Date;
  /** When somebody was told of it last; null before that. */
  alertedAt: Date | null;
}

/** What a run says of the check. */
export interface RunVerdict {
  condition: CheckCondition;
  /** Verdicts of the same run count once: more locations may fail as they come in. Null: a run of its own. */
  runId: string | null;
  /** When the run, or what was found out, began. */
  at: Date;
  /** How many of the run's locations fail so far. */
  failing: number;
  /** In how many it runs. */
  locations: number;
}

/** What holds for the check at the moment. */
export interface AlertRule {
  settings: AlertSettings;
  /** The check or its group: then there is no alert at all. */
  muted: boolean;
}

export interface AlertDecision {
  /** The same object when nothing has changed. */
  problem: Problem | null;
  /** `NO_ALERT`: nobody is told, nothing is written down. */
  alertType: AlertType;
}

const FIRST = { degraded: 'ALERT_DEGRADED', failing: 'ALERT_FAILURE' } as const;
const REMAINS = { degraded: 'ALERT_DEGRADED_REMAIN', failing: 'ALERT_FAILURE_REMAIN' } as const;
const TURNED = { degraded: 'ALERT_FAILURE_DEGRADED', failing: 'ALERT_DEGRADED_FAILURE' } as const;
const RECOVERED = { degraded: 'ALERT_DEGRADED_RECOVERY', failing: 'ALERT_RECOVERY' } as const;

/**
 * Reference 5.5, the table of transitions. A problem is told once, when its thresholds are reached: with the run that began it
 * or, REMAIN, with a later one. From then on only its turns between degraded and failing are told, which the table says
 * is always done, and its end. A recovery of which nobody knew the problem is told to nobody. Reminders are not alerts: who
 * sends them looks at `alertedAt`.
 */
export function decideAlert(problem: Problem | null, verdict: RunVerdict, rule: AlertRule, now: Date): AlertDecision {
  const { condition } = verdict;
  const told = (alertType: AlertType): AlertType => (rule.muted ? 'NO_ALERT' : alertType);
  if (condition === 'passing') {
    return { problem: null, alertType: problem?.alertedAt ? told(RECOVERED[problem.condition]) : 'NO_ALERT' };
  }
  if (problem !== null && problem.condition !== condition) {
    const alertedAt = rule.muted ? problem.alertedAt : now;
    return { problem: { ...begun(verdict, condition), alertedAt }, alertType: told(TURNED[condition]) };
  }
  if (problem?.alertedAt) return { problem, alertType: 'NO_ALERT' };
  const current = counted(problem, verdict, condition);
  if (rule.muted || !isReached(rule.settings, current, verdict)) return { problem: current, alertType: 'NO_ALERT' };
  const alertType = current.runs === 1 ? FIRST[condition] : REMAINS[condition];
  return { problem: { ...current, alertedAt: now }, alertType };
}

const begun = ({ runId, at }: RunVerdict, condition: Problem['condition']): Problem => ({
  condition,
  runId,
  runs: 1,
  since: at,
  alertedAt: null,
});

function counted(problem: Problem | null, verdict: RunVerdict, condition: Problem['condition']): Problem {
  if (problem === null) return begun(verdict, condition);
  if (verdict.runId !== null && verdict.runId === problem.runId) return problem;
  return { ...problem, runId: verdict.runId, runs: problem.runs + 1 };
}

/** Runs or minutes and, for runs in several locations, in addition the share of those that fail. A degraded run has no such share. */
function isReached(settings: AlertSettings, problem: Problem, verdict: RunVerdict): boolean {
  const { escalationType, runBasedEscalation, timeBasedEscalation, parallelRunFailureThreshold: share } = settings;
  if (share.enabled && verdict.locations > 1 && problem.condition === 'failing') {
    if (verdict.failing * 100 < share.percentage * verdict.locations) return false;
  }
  if (escalationType === 'RUN_BASED') return problem.runs >= (runBasedEscalation?.failedRunThreshold ?? 1);
  const minutes = timeBasedEscalation?.minutesFailingThreshold ?? DEFAULT_MINUTES_FAILING;
  return verdict.at.getTime() - problem.since.getTime() >= minutes * 60_000;
}
