import { mayAct, type Role } from '../api-key/role.js';
import type { Check } from '../check/check.js';
import { strategyFor, type RetryStrategy } from '../retry-strategy/retry-strategy.js';
import { RETRY_FALLBACK, type ApiCheckDefaults, type GroupSettings, type KeyValue } from './check-group.js';

/** Without a type it is as of an API or URL check. */
type RunSettings = Partial<Pick<Check, 'checkType'>> &
  Pick<Check, 'doubleCheck' | 'retryStrategy' | 'runParallel' | 'privateLocations'>;

/** What of a check's settings a group may override. */
export type MemberSettings = RunSettings &
  Pick<Check, 'activated' | 'muted' | 'tags' | 'locations' | 'useGlobalAlertSettings' | 'alertSettings' | 'runtimeId'>;

/** A check with the settings of its group applied (reference 5.6), but for its request (`withApiDefaults`); of no group: as it is. */
export function withGroup<C extends MemberSettings>(check: C, group: GroupSettings | null): C {
  if (!group) return check;
  return {
    ...check,
    ...runsWithGroup(check, group),
    activated: check.activated && group.activated,
    muted: check.muted || group.muted,
    tags: [...check.tags, ...group.tags.filter((tag) => !check.tags.includes(tag))],
    locations: group.locations.length > 0 ? group.locations : check.locations,
    useGlobalAlertSettings: group.useGlobalAlertSettings ?? check.useGlobalAlertSettings,
    alertSettings: group.alertSettings ?? check.alertSettings,
    runtimeId: check.runtimeId ?? group.runtimeId,
  };
}

/**
 * Where and how often a member runs. A group that leaves the strategy to its checks (`FALLBACK`) can still give the
 * deprecated `doubleCheck` to those without one.
 */
export function runsWithGroup<C extends RunSettings>(
  check: C,
  group: Pick<GroupSettings, 'doubleCheck' | 'retryStrategy' | 'runParallel' | 'privateLocations'> | null,
): C {
  if (!group) return check;
  const retries =
    group.retryStrategy === RETRY_FALLBACK
      ? { retryStrategy: check.retryStrategy, doubleCheck: check.doubleCheck || group.doubleCheck }
      : { retryStrategy: strategyOf(group.retryStrategy, check), doubleCheck: group.doubleCheck };
  return {
    ...check,
    ...retries,
    runParallel: group.runParallel ?? check.runParallel,
    privateLocations: group.privateLocations?.length ? group.privateLocations : check.privateLocations,
  };
}

const strategyOf = (strategy: RetryStrategy | null, { checkType = 'API' }: RunSettings) =>
  strategy && strategyFor(checkType, strategy);

/**
 * The request of an API check in a group: headers and query parameters it does not name itself come from the group,
 * assertions are appended, and so is basic authentication where it has none.
 */
export function withApiDefaults<R extends object>(request: R, defaults: ApiCheckDefaults): R {
  const own = request as Partial<ApiCheckDefaults>;
  const known = new Set((own.assertions ?? []).map((assertion) => JSON.stringify(assertion)));
  return {
    ...request,
    headers: merged(own.headers, defaults.headers, (name) => name.toLowerCase()),
    queryParameters: merged(own.queryParameters, defaults.queryParameters, (name) => name),
    assertions: [
      ...(own.assertions ?? []),
      ...defaults.assertions.filter((assertion) => !known.has(JSON.stringify(assertion))),
    ],
    basicAuth:
      own.basicAuth?.username || own.basicAuth?.password
        ? own.basicAuth
        : (defaults.basicAuth ?? own.basicAuth ?? null),
  };
}

function merged(own: KeyValue[] = [], added: KeyValue[], nameOf: (key: string) => string): KeyValue[] {
  const names = new Set(own.map(({ key }) => nameOf(key)));
  return [...own, ...added.filter(({ key }) => !names.has(nameOf(key)))];
}

/** What a role may read of the defaults: locked values only where it could also write them (reference 5.7). */
export function readableDefaults(defaults: ApiCheckDefaults, role: Role): ApiCheckDefaults {
  if (mayAct(role, 'READ_WRITE')) return defaults;
  const hidden = (pairs: KeyValue[]) => pairs.map((pair) => (pair.locked ? { ...pair, value: '' } : pair));
  return { ...defaults, headers: hidden(defaults.headers), queryParameters: hidden(defaults.queryParameters) };
}

/** The variables of a check in a group: the check's win (reference 5.6; those of the account come last). */
export function variablesWithGroup<V extends { key: string }>(own: readonly V[], ofGroup: readonly V[]): V[] {
  const keys = new Set(own.map(({ key }) => key));
  return [...own, ...ofGroup.filter(({ key }) => !keys.has(key))];
}
