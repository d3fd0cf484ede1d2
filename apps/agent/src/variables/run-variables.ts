import { randomInt, randomUUID } from 'node:crypto';
import type { Lease, LeaseContext, LeasedCheck, LeasedVariable } from '#agent-protocol';
import { isSecretName, type RunSource, type TemplateVariables } from '#domain';
import type { ProbeContext } from '../probes/probe.js';
import { AGENT_RUNTIMES } from '../version.js';

const TEST_SOURCES: ReadonlySet<RunSource> = new Set<RunSource>(['TEST_NO_RECORD', 'TEST_RECORD']);

/**
 * Reference 5.6, 5.7: the variables of a run by name: check over group over account over those built in. A customer's own
 * variable wins over one built in, so that a later release with further ones changes nobody's checks.
 */
export function runVariables(check: LeasedCheck, context: ProbeContext): Map<string, string> {
  const values = new Map(builtIn(check, context));
  for (const { key, value } of ownVariables(check, context.context)) values.set(key, value);
  return values;
}

/** Names of the run's secret variables: what a script sets under one of them is secret, too. */
export function secretNames(check: LeasedCheck, { context }: ProbeContext): Set<string> {
  return new Set(
    ownVariables(check, context)
      .filter(isSecret)
      .map(({ key }) => key),
  );
}

export const isSecret = ({ key, secret }: LeasedVariable): boolean => secret || isSecretName(key);

/** For `fillIn`. The time is the moment of the call, on the API's clock. */
export function templateVariables(values: ReadonlyMap<string, string>, clockOffMs = 0): TemplateVariables {
  return {
    values,
    now: new Date(Date.now() + clockOffMs),
    uuid: randomUUID,
    random: () => randomInt(2 ** 47) / 2 ** 47,
  };
}

/** The account's first: the later one of a name wins. */
function ownVariables(check: LeasedCheck, context: LeaseContext | null): LeasedVariable[] {
  return [...(context?.variables ?? []), ...(check.variables ?? [])];
}

/**
 * Spec 9 (v6.1.6): `SERVICE` for runs that somebody triggered, `CI` only for those of test sessions. What the agent cannot
 * know (its public address, a deployment's URL) is not there, so that a template shows that it is missing.
 */
function* builtIn(check: LeasedCheck, { lease, context }: ProbeContext): Generator<[string, string]> {
  yield ['REGION', lease.location];
  yield ['CHECK_ID', check.id];
  yield ['CHECK_NAME', check.name];
  yield ['CHECK_TYPE', check.checkType];
  yield ['CHECK_RESULT_ID', lease.resultId];
  yield ['CHECK_RUN_ID', checkRunId(lease)];
  // An agent with several would be told which one a check wants.
  if (AGENT_RUNTIMES[0]) yield ['RUNTIME_VERSION', AGENT_RUNTIMES[0]];
  if (context) yield ['ACCOUNT_ID', context.accountId];
  if (check.groupBaseUrl) yield ['GROUP_BASE_URL', check.groupBaseUrl];
  if (lease.source && lease.source !== 'SCHEDULER') yield ['SERVICE', '1'];
  if (lease.source && TEST_SOURCES.has(lease.source)) yield ['CI', 'true'];
}

/** The number that results show as `checkRunId`: the moment in the id of the session, a uuid v7, in unix milliseconds. */
const checkRunId = ({ sessionId }: Lease) => String(Number.parseInt(sessionId.replace('-', '').slice(0, 12), 16));
