/** Reference 3.12: what an account may do, as far as a plan decides about it. */
export interface Entitlement {
  key: string;
  name: string;
  description: string;
  type: 'flag' | 'metered';
  enabled: boolean;
}

const flag = (key: string, name: string, description: string): Entitlement => ({
  key,
  name,
  description,
  type: 'flag',
  enabled: true,
});

/** Whoever runs the service has all of it, and nothing is metered. */
export const ENTITLEMENTS: readonly Entitlement[] = [
  flag('PRIVATE_LOCATIONS', 'Private locations', 'Run checks from locations of your own, as many as you like'),
];
