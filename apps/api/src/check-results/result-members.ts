import type { CheckType } from '#domain';

/** By which member a result shows what its check found, as its agent reported it. */
export interface ResultMember {
  name: `${string}CheckResult`;
  /** Of results of other types it is null. */
  types: readonly CheckType[];
  description: string;
}

/** Reference 3.10; TCP, DNS and ICMP checks show theirs in the same way. Types without a member show no detail. */
export const RESULT_MEMBERS: ResultMember[] = [
  {
    name: 'apiCheckResult',
    types: ['API', 'URL'],
    description: 'Of API and URL checks: assertions, request, response with its timings, requestError',
  },
  { name: 'browserCheckResult', types: ['BROWSER'], description: 'Of browser checks' },
  { name: 'multiStepCheckResult', types: ['MULTI_STEP'], description: 'Of multi-step checks' },
  { name: 'agenticCheckResult', types: ['AGENTIC'], description: 'Of agentic checks' },
  { name: 'playwrightCheckResult', types: ['PLAYWRIGHT'], description: 'Of Playwright suites' },
  {
    name: 'tcpCheckResult',
    types: ['TCP'],
    description: 'Of TCP checks: assertions, request, response with its timings, requestError',
  },
  {
    name: 'dnsCheckResult',
    types: ['DNS'],
    description: 'Of DNS checks: assertions, request, response with its records, requestError',
  },
  {
    name: 'icmpCheckResult',
    types: ['ICMP'],
    description: 'Of ICMP checks: assertions, request, response with each ping, requestError',
  },
];

/** All members, of which at most one is not null. */
export const detailMembers = (checkType: CheckType, detail: unknown): Record<ResultMember['name'], object | null> =>
  Object.fromEntries(
    RESULT_MEMBERS.map(({ name, types }) => [name, types.includes(checkType) ? (detail as object | null) : null]),
  );
