/** Reference 1.1: the roles a key can hold, the mightiest first; each includes those after it. */
export const ROLES = ['ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a key that has one role may do what needs another. */
export function mayAct(has: Role, needs: Role): boolean {
  return ROLES.indexOf(has) <= ROLES.indexOf(needs);
}
