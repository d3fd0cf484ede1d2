export { firstRunFromSql } from './grid.js';
export { INGESTION_STEPS, IngestionStep } from './ingestion-step.js';
export { openRunsSince } from './open-runs.js';
export {
  phaseColumns,
  type LockedRun,
  type RunChange,
  type RunOutcome,
  type SessionProgress,
  type StoredResult,
} from './run-outcome.js';
export { announce, openSessions, RUNS_CHANNEL, SESSIONS_CHANNEL, type NewSession } from './runs.queries.js';
