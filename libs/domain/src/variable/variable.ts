import { mayAct, type Role } from '../api-key/role.js';
import { ruleBroken } from '../domain-error.js';

/** Spec 2.12. */
export interface Variable {
  readonly key: string;
  value: string;
  locked: boolean;
  secret: boolean;
}

/**
 * Applies a PUT. The value of a secret stays when none, or an empty one, is sent (decision 8: that is how it reads);
 * of others it is required (spec 2.12). What is secret stays secret.
 */
export function changeVariable(current: Variable, change: Partial<Variable>): Variable {
  if (current.secret && change.secret === false) {
    throw ruleBroken('"secret" cannot be turned off again. Delete the variable and create it anew.', 'secret');
  }
  const keepsValue = current.secret && !change.value;
  if (!keepsValue && change.value === undefined) throw ruleBroken('"value" is required', 'value');
  return { ...current, ...change, key: current.key, value: keepsValue ? current.value : change.value! };
}

/** What a key may read: never a secret, and a locked value only where it could also write it (reference 1.1, 5.7). */
export function readableValue({ value, locked, secret }: Variable, role: Role): string {
  return secret || (locked && !mayAct(role, 'READ_WRITE')) ? '' : value;
}
