import * as fc from 'fast-check';
import { DEFAULT_ALERT_SETTINGS } from '../alert-settings/alert-settings.js';
import { effectiveAlertSettings } from '../alert-settings/effective-alert-settings.js';
import { retryStrategyOf, type RetryStrategy } from '../retry-strategy/retry-strategy.js';
import { NO_API_CHECK_DEFAULTS, RETRY_FALLBACK, type GroupSettings } from './check-group.js';
import { variablesWithGroup, withApiDefaults, withGroup, type MemberSettings } from './with-group.js';

const STRATEGY: RetryStrategy = {
  type: 'LINEAR',
  baseBackoffSeconds: 5,
  maxRetries: 2,
  maxDurationSeconds: 600,
  sameRegion: true,
  onlyOn: [],
};

/** As v2 makes it when nothing is said. */
const NEUTRAL: GroupSettings = {
  activated: true,
  muted: false,
  tags: [],
  locations: [],
  privateLocations: [],
  doubleCheck: false,
  runParallel: null,
  retryStrategy: RETRY_FALLBACK,
  useGlobalAlertSettings: null,
  alertSettings: null,
  runtimeId: null,
  apiCheckDefaults: NO_API_CHECK_DEFAULTS,
};

const names = fc.subarray(['a', 'b', 'c', 'd']);
const strategies = fc.option(fc.record({ ...constants(STRATEGY), maxRetries: fc.integer({ min: 1, max: 10 }) }));
const alertSettings = fc.option(
  fc.constantFrom(DEFAULT_ALERT_SETTINGS, { ...DEFAULT_ALERT_SETTINGS, escalationType: 'TIME_BASED' as const }),
);
const pairs = fc.array(
  fc.record({ key: fc.constantFrom('X-A', 'x-a', 'B'), value: fc.string(), locked: fc.boolean() }),
  { maxLength: 3 },
);
const assertions = fc.array(
  fc.record({
    source: fc.constant('STATUS_CODE'),
    property: fc.constant(''),
    comparison: fc.constant('EQUALS' as const),
    target: fc.constantFrom('200', '201'),
    regex: fc.constant(null),
  }),
  { maxLength: 2 },
);
const basicAuth = fc.option(
  fc.record({ username: fc.constantFrom('', 'me'), password: fc.constantFrom('', 'secret') }),
);
const checks: fc.Arbitrary<MemberSettings> = fc.record({
  activated: fc.boolean(),
  muted: fc.boolean(),
  tags: names,
  locations: fc.option(names),
  privateLocations: fc.option(names),
  doubleCheck: fc.boolean(),
  runParallel: fc.boolean(),
  retryStrategy: strategies,
  useGlobalAlertSettings: fc.boolean(),
  alertSettings,
  runtimeId: fc.option(fc.constantFrom('2025.04', '2026.04')),
});
const groups: fc.Arbitrary<GroupSettings> = fc.record({
  activated: fc.boolean(),
  muted: fc.boolean(),
  tags: names,
  locations: names,
  privateLocations: fc.option(names),
  doubleCheck: fc.boolean(),
  runParallel: fc.option(fc.boolean()),
  retryStrategy: fc.oneof(strategies, fc.constant(RETRY_FALLBACK as typeof RETRY_FALLBACK)),
  useGlobalAlertSettings: fc.option(fc.boolean()),
  alertSettings,
  runtimeId: fc.option(fc.constantFrom('2025.04', '2026.04')),
  apiCheckDefaults: fc.record({
    url: fc.constant(''),
    headers: pairs,
    queryParameters: pairs,
    assertions,
    basicAuth,
  }),
});

function constants<T extends object>(values: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.constant(value)])) as never;
}

const law = (holds: (check: MemberSettings, group: GroupSettings) => void) =>
  fc.assert(fc.property(checks, groups, holds));
const effective = (check: Partial<MemberSettings>, group: Partial<GroupSettings>) =>
  withGroup(check as MemberSettings, { ...NEUTRAL, ...group });
const check = (values: Partial<MemberSettings> = {}) => ({
  ...fc.sample(checks, { seed: 1, numRuns: 1 })[0]!,
  ...values,
});

describe('withGroup', () => {
  it('changes nothing without a group', () => law((one) => expect(withGroup(one, null)).toBe(one)));

  it('changes nothing for a neutral group', () => {
    fc.assert(
      fc.property(checks, (one) => {
        expect(withGroup(one, NEUTRAL)).toEqual(one);
      }),
    );
  });

  it('applied twice is as applied once', () =>
    law((one, group) => expect(withGroup(withGroup(one, group), group)).toEqual(withGroup(one, group))));

  it('never activates, never unmutes, never loses a tag of either', () =>
    law((one, group) => {
      const all = withGroup(one, group);
      expect(all.activated).toBe(one.activated && group.activated);
      expect(all.muted).toBe(one.muted || group.muted);
      expect(new Set(all.tags)).toEqual(new Set([...one.tags, ...group.tags]));
      expect(new Set(all.tags).size).toBe(all.tags.length);
    }));

  it('takes what the group sets, and the rest of the check', () =>
    law((one, group) => {
      const all = withGroup(one, group);
      expect(all.runParallel).toBe(group.runParallel === null ? one.runParallel : group.runParallel);
      expect(all.locations).toEqual(group.locations.length > 0 ? group.locations : one.locations);
      expect(all.privateLocations).toEqual(
        group.privateLocations?.length ? group.privateLocations : one.privateLocations,
      );
      expect(all.alertSettings).toEqual(group.alertSettings === null ? one.alertSettings : group.alertSettings);
      expect(all.runtimeId).toBe(one.runtimeId === null ? group.runtimeId : one.runtimeId);
    }));

  it('alerts as the group of the check says', () =>
    law((one, group) => {
      const account = { reminders: { amount: 3 as const, interval: 5 as const } };
      expect(effectiveAlertSettings(account, withGroup(one, group))).toEqual(
        effectiveAlertSettings(account, one, group),
      );
    }));

  it('has no retries of the check where the group says so', () => {
    const one = check({ retryStrategy: STRATEGY, doubleCheck: true });
    const retries = (group: Partial<GroupSettings>) => retryStrategyOf(effective(one, group));
    expect(retries({})).toEqual(STRATEGY);
    expect(retries({ retryStrategy: null })).toBeNull();
    expect(retries({ retryStrategy: { ...STRATEGY, maxRetries: 7 } })).toMatchObject({ maxRetries: 7 });
    expect(retries({ doubleCheck: true })).toEqual(STRATEGY);
  });

  it('gives the double check of the group to those without a strategy', () => {
    const one = check({ retryStrategy: null, doubleCheck: false });
    expect(retryStrategyOf(effective(one, { doubleCheck: true }))).toMatchObject({ type: 'FIXED', maxRetries: 1 });
    expect(retryStrategyOf(effective(one, {}))).toBeNull();
    expect(retryStrategyOf(effective({ ...one, doubleCheck: true }, {}))).not.toBeNull();
  });
});

describe('withApiDefaults', () => {
  const shared = { headers: pairs, queryParameters: pairs, assertions, basicAuth };

  it('changes nothing without defaults, and applied twice is as applied once', () => {
    fc.assert(
      fc.property(fc.record(shared), fc.record({ ...shared, url: fc.constant('') }), (request, given) => {
        expect(withApiDefaults(request, NO_API_CHECK_DEFAULTS)).toEqual(request);
        const once = withApiDefaults(request, given);
        expect(withApiDefaults(once, given)).toEqual(once);
      }),
    );
  });

  const defaults = { ...NO_API_CHECK_DEFAULTS };
  const pair = (key: string, value: string) => ({ key, value, locked: false });

  it('merges by name, and the check wins: headers in any case, query parameters as they are spelled', () => {
    const own = { headers: [pair('X-A', 'own')], queryParameters: [pair('q', '1'), pair('q', '2')] };
    const merged = withApiDefaults(own, {
      ...defaults,
      headers: [pair('x-a', 'group'), pair('X-B', 'group')],
      queryParameters: [pair('q', 'group'), pair('Q', 'group')],
    });
    expect(merged).toMatchObject({
      headers: [pair('X-A', 'own'), pair('X-B', 'group')],
      queryParameters: [pair('q', '1'), pair('q', '2'), pair('Q', 'group')],
    });
  });

  it('fills in basic authentication only where the check has none', () => {
    const group = { ...defaults, basicAuth: { username: 'group', password: 'g' } };
    const own = { username: 'own', password: 'o' };
    expect(withApiDefaults({ basicAuth: own }, group)).toMatchObject({ basicAuth: own });
    expect(withApiDefaults({ basicAuth: { username: '', password: '' } }, group)).toMatchObject({
      basicAuth: group.basicAuth,
    });
    expect(withApiDefaults({}, group)).toMatchObject({ basicAuth: group.basicAuth });
    expect(withApiDefaults({}, defaults)).toMatchObject({ basicAuth: null });
  });
});

describe('variablesWithGroup', () => {
  it('lets the check win', () => {
    const of = (key: string, value: string) => ({ key, value });
    expect(variablesWithGroup([of('A', 'check')], [of('A', 'group'), of('B', 'group')])).toEqual([
      of('A', 'check'),
      of('B', 'group'),
    ]);
  });
});
