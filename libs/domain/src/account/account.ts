/** An account's id. Branded, so that no other string is taken for the first parameter of a service or repository. */
export type AccountId = string & { readonly __brand: 'AccountId' };

/** Spec 2.8, without the fields that are derived from the plan. */
export interface Account {
  readonly id: AccountId;
  name: string;
  runtimeId: string;
  plan: string;
  settings: Record<string, unknown>;
  alertSettings: Record<string, unknown>;
}
