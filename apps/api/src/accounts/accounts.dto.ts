import { DEFAULT_ALERT_SETTINGS, DEFAULT_RUNTIME_ID, PLANS, type Account, type Addon } from '#domain';
import { FreeObject, Nested, Text, Uuid } from '#http';

/** The first account of the embedded database, so that the documentation's examples work (decision 33). */
export const EXAMPLE_ACCOUNT_ID = '00000000-0000-4000-8000-000000000001';

/** Spec 2.8. */
class AddonView {
  @Text({ description: 'What the add-on includes: hobby, starter or team', example: 'team' }) tier: string;
  @Text({ description: 'The tier in words', example: 'Team' }) tierDisplayName: string;
}

export class AddonsView {
  @Nested(() => AddonView, { description: 'Alerts, incidents and status pages' }) communicate: Addon;
  @Nested(() => AddonView, { description: 'Traces and root cause analyses' }) resolve: Addon;
}

/** Spec 2.8. */
export class AccountView {
  @Uuid({ description: 'Id of the account', example: EXAMPLE_ACCOUNT_ID }) id: string;
  @Text({ description: 'Name of the account', example: 'Example account' }) name: string;
  @Text({ description: 'The runtime of checks that name none', example: DEFAULT_RUNTIME_ID }) runtimeId: string;
  @Text({ description: 'The plan', example: 'SELF_HOSTED' }) plan: string;
  @Text({ description: 'The plan in words', example: 'Self-hosted' }) planDisplayName: string;
  @Nested(() => AddonsView, { description: 'The add-ons of the plan' }) addons: AddonsView;
  @FreeObject({ description: 'Settings of the account', example: {} }) settings: object;
  @FreeObject({ description: 'When checks that use the global settings alert', example: DEFAULT_ALERT_SETTINGS })
  alertSettings: object;

  static of({ id, name, runtimeId, plan, settings, alertSettings }: Account): AccountView {
    return { id, name, runtimeId, plan, ...PLANS[plan], settings, alertSettings };
  }
}
