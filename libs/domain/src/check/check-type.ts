/** Spec 1: the check types of the interface. */
const SPECIFIED = [
  'AGENTIC',
  'API',
  'BROWSER',
  'HEARTBEAT',
  'ICMP',
  'MULTI_STEP',
  'TCP',
  'PLAYWRIGHT',
  'URL',
  'DNS',
] as const;

/** Check types of extensions, which add theirs: `declare module '#domain' { interface AddedCheckTypes { FTP: true } }`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AddedCheckTypes {}

export type CheckType = (typeof SPECIFIED)[number] | keyof AddedCheckTypes;

const all: CheckType[] = [...SPECIFIED];
const inSessions = all.filter((type) => type !== 'HEARTBEAT');
const runnable: CheckType[] = ['URL', 'API', 'TCP', 'DNS', 'ICMP'];

/** Every check type. Grows with `addCheckType`: keep the list itself, not a copy of it. */
export const CHECK_TYPES: readonly CheckType[] = all;

/** Spec 2.14: heartbeats are pinged, never run. */
export const SESSION_CHECK_TYPES: readonly CheckType[] = inSessions;

/** Check types that agents can run; others are stored and listed but never scheduled (decision 18). */
export const RUNNABLE_TYPES: readonly CheckType[] = runnable;

const TYPE_NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/**
 * Makes a check type of an extension known to this process, before anything is validated or documented: from then on it is
 * one of `CHECK_TYPES`, and agents run it. Doing it again changes nothing. Throws for a name of the specification and for
 * one that is not in capitals.
 */
export function addCheckType(type: CheckType): void {
  if ((SPECIFIED as readonly string[]).includes(type)) throw new Error(`The check type ${type} is the API's own`);
  if (!TYPE_NAME.test(type)) throw new Error(`"${type}" cannot be a check type: its name must be like FTP or MY_TYPE`);
  for (const list of [all, inSessions, runnable]) if (!list.includes(type)) list.push(type);
}
