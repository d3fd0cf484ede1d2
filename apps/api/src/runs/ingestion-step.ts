import type { Transaction } from '#persistence';
import type { SessionProgress, StoredResult } from './run-outcome.js';

/**
 * What else happens when runs end: statuses, error groups, alert decisions. A step works inside the transaction that
 * stores the results, on all (FINAL) results of a batch at once; what it throws undoes the batch.
 */
export abstract class IngestionStep {
  /** Whether ATTEMPT results, which are tried again, are wanted as well. */
  readonly attemptsToo?: boolean;

  /**
   * `results` were stored for the first time and belong to checks that still exist. Never empty, several accounts possible.
   * `sessions` are those that the batch moved on, as they stand after it.
   */
  abstract apply(transaction: Transaction, results: StoredResult[], sessions: SessionProgress[]): Promise<void>;
}

/** Token of the list of steps, in the order they run. */
export const INGESTION_STEPS = Symbol('pharos:ingestion-steps');
