/** What a trigger runs: one check, or all of a group that can run. */
export type TriggerKind = 'check' | 'group';
/** The id of a check or of a group. */
export type TriggerTarget = { check: string; group: number };

/** A secret address that runs a check or a group. Spec 2.9. */
export interface Trigger<Kind extends TriggerKind> {
  readonly id: number;
  readonly target: TriggerTarget[Kind];
  readonly token: string;
  /** When the address was called last. */
  calledAt: Date | null;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

/** Reference 3.10: how many letters and digits a token has (71 bits). */
export const TRIGGER_TOKEN_LENGTH = 12;
/** What a token looks like: anything else needs no look-up. */
export const TRIGGER_TOKEN = /^[A-Za-z0-9]{12}$/;

/** Reference 5.10: the longest a call of the address waits for the run. */
export const TRIGGER_WAIT_MS = 30_000;
