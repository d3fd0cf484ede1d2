/** Spec 2.8: an add-on of an account. Tiers: reference 3.12. */
export interface Addon {
  tier: 'hobby' | 'starter' | 'team';
  tierDisplayName: string;
}

export interface PlanDetails {
  planDisplayName: string;
  addons: { communicate: Addon; resolve: Addon };
}

const TEAM: Addon = { tier: 'team', tierDisplayName: 'Team' };

/** There is one plan: whoever runs the service has all of it. */
export const PLANS = {
  SELF_HOSTED: { planDisplayName: 'Self-hosted', addons: { communicate: TEAM, resolve: TEAM } },
} as const satisfies Record<string, PlanDetails>;
export type Plan = keyof typeof PLANS;
