import { ENTITLEMENTS, LOCATIONS, PLANS, PUBLIC_LOCATIONS, type Account } from '#domain';
import { Flag, Nested, NestedList, OneOf, Text } from '#http';
import { AddonsView } from './accounts.dto.js';

class EntitledLocationView {
  @Text({ description: 'Code of the location', example: 'eu-central-1' }) id: string;
  @Text({ description: 'Its name', example: 'Frankfurt' }) name: string;
  @Flag({ description: 'Whether checks run there; public locations have no agents in this service', example: false })
  available: boolean;
}

class EntitledLocationsView {
  @NestedList(() => EntitledLocationView, { description: 'The public locations' }) all: EntitledLocationView[];
}

class EntitlementView {
  @Text({ description: 'What it is', example: 'PRIVATE_LOCATIONS' }) key: string;
  @Text({ description: 'The same in words', example: 'Private locations' }) name: string;
  @Text({ description: 'What it allows', example: 'Run checks from locations of your own' }) description: string;
  @OneOf(['flag', 'metered'], { description: 'Whether there is a limit to it', example: 'flag' }) type: string;
  @Flag({ description: 'Whether the account has it', example: true }) enabled: boolean;
}

/** Reference 3.12. Without `maxPerCheck`: there is no limit. */
export class EntitlementsView {
  @Text({ description: 'The plan', example: 'SELF_HOSTED' }) plan: string;
  @Text({ description: 'The plan in words', example: 'Self-hosted' }) planDisplayName: string;
  @Nested(() => AddonsView, { description: 'The add-ons of the plan' }) addons: AddonsView;
  @Nested(() => EntitledLocationsView, { description: 'Where checks may run beside private locations' })
  locations: EntitledLocationsView;
  @NestedList(() => EntitlementView, { description: 'What the plan allows' }) entitlements: EntitlementView[];

  static of({ plan }: Account): EntitlementsView {
    const all = LOCATIONS.map((id) => ({ id, name: PUBLIC_LOCATIONS[id], available: false }));
    return { plan, ...PLANS[plan], locations: { all }, entitlements: [...ENTITLEMENTS] };
  }
}
