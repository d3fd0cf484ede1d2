import { cleanErrorMessage } from './clean-error-message.js';

/** Spec 2.15: one for each distinct cleaned message of a check. */
export interface ErrorGroup {
  readonly id: string;
  readonly checkId: string;
  /** SHA-256 of the cleaned message, hexadecimal. */
  readonly errorHash: string;
  /** As the first recorded result has it; null when that failed without a message. */
  readonly rawErrorMessage: string | null;
  readonly cleanedErrorMessage: string;
  /** When its first failing result started, also when that was reported late. */
  firstSeen: Date;
  /** When its last failing result started. */
  lastSeen: Date;
  /** Ends with the next failing result. */
  archivedUntilNextEvent: boolean;
  /** Left out of lists, whatever happens. */
  archivedForEver: boolean;
}

/** Spec 4.8. */
export interface ErrorGroupChange {
  archiveForEver?: boolean;
  archivedUntilNextEvent?: boolean;
}

/** What decides to which group a failing result belongs. */
export interface ErrorPrint {
  cleanedErrorMessage: string;
  errorHash: string;
}

/** `hash`: SHA-256 of a text, hexadecimal. A failure without a message is an error of its own. */
export function errorPrintOf(message: string | null, hash: (text: string) => string): ErrorPrint {
  const cleanedErrorMessage = cleanErrorMessage(message ?? '');
  return { cleanedErrorMessage, errorHash: hash(cleanedErrorMessage) };
}

/** Whether a result shows an error of the target: a fault of the service, or a run that nobody finished, does not. */
export function showsError(result: { hasFailures: boolean; hasErrors: boolean; aborted: boolean }): boolean {
  return result.hasFailures && !result.hasErrors && !result.aborted;
}

/** Applies a PATCH: absent = unchanged. Both can be taken back. */
export function archiveErrorGroup(group: ErrorGroup, change: ErrorGroupChange): void {
  group.archivedForEver = change.archiveForEver ?? group.archivedForEver;
  group.archivedUntilNextEvent = change.archivedUntilNextEvent ?? group.archivedUntilNextEvent;
}
