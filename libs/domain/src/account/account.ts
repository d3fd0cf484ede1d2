import type { AlertSettings } from '../alert-settings/alert-settings.js';
import type { Plan } from './plan.js';
import type { RuntimeId } from './runtime-id.js';

/** An account's id. Branded, so that no other string is taken for the first parameter of a service or repository. */
export type AccountId = string & { readonly __brand: 'AccountId' };

/** Spec 2.8, without the fields that are derived from the plan. */
export interface Account {
  readonly id: AccountId;
  name: string;
  /** The runtime of the checks that name none. */
  runtimeId: RuntimeId;
  plan: Plan;
  settings: Record<string, unknown>;
  /** Of the checks that use the global ones. */
  alertSettings: AlertSettings;
}
