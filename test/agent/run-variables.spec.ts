import type { Lease, LeaseContext } from '#agent-protocol';
import { fillIn } from '#domain';
import { runVariables, secretNames, templateVariables } from '../../apps/agent/src/variables/run-variables.js';
import { leasedCheck, probeContext } from './probe-run.js';

const variable = (key: string, value: string, secret = false) => ({ key, value, secret });
const shared = (variables: LeaseContext['variables']): LeaseContext => ({
  version: '1',
  accountId: 'the-account',
  variables,
  snippets: [],
  certificates: [],
  proxyUrl: null,
});

const of = (own: LeaseContext['variables'], account: LeaseContext['variables'], lease: Partial<Lease> = {}) => {
  const check = leasedCheck('API', {}, { name: 'My check', variables: own, groupBaseUrl: 'https://group' });
  const context = probeContext(check, { context: shared(account) });
  context.lease = { ...context.lease, ...lease };
  return { check, context, values: Object.fromEntries(runVariables(check, context)) };
};

describe('the variables of a run', () => {
  it("are the check's (with its group's), then the account's, then those built in", () => {
    const { values } = of(
      [variable('A', 'check')],
      [variable('A', 'account'), variable('B', 'account'), variable('REGION', 'mine')],
    );
    expect(values).toMatchObject({ A: 'check', B: 'account', REGION: 'mine', CHECK_NAME: 'My check' });
  });

  it('have what the agent knows', () => {
    const { values, context } = of([], []);
    expect(values).toEqual({
      REGION: 'here',
      ACCOUNT_ID: 'the-account',
      CHECK_ID: context.lease.check.id,
      CHECK_NAME: 'My check',
      CHECK_TYPE: 'API',
      CHECK_RESULT_ID: context.lease.resultId,
      CHECK_RUN_ID: '0',
      GROUP_BASE_URL: 'https://group',
      RUNTIME_VERSION: '2026.04',
    });
    const { values: real } = of([], [], { sessionId: '0199c1d2-e3f4-7abc-8def-0123456789ab' });
    expect(real['CHECK_RUN_ID']).toBe(String(0x0199c1d2e3f4));
  });

  it.each([
    ['SCHEDULER', {}],
    [undefined, {}],
    ['TRIGGER_API', { SERVICE: '1' }],
    ['GROUP_RUN_ALL', { SERVICE: '1' }],
    ['TEST_NO_RECORD', { SERVICE: '1', CI: 'true' }],
    ['TEST_RECORD', { SERVICE: '1', CI: 'true' }],
  ] as const)('of a run by %s say %j', (source, expected) => {
    const { SERVICE, CI } = of([], [], { source }).values;
    expect({ ...(SERVICE && { SERVICE }), ...(CI && { CI }) }).toEqual(expected);
  });

  it('are secret when somebody said so or when they are named so', () => {
    const { check, context } = of(
      [variable('A', 'a', true), variable('SERVICE_SECRET_X', 'x')],
      [variable('B', 'b', true), variable('C', 'c')],
    );
    expect(secretNames(check, context)).toEqual(new Set(['A', 'SERVICE_SECRET_X', 'B']));
  });

  it('fill in templates', () => {
    const filled = fillIn(
      '{{A}} {{$UUID}} {{$UUID}} {{$RANDOM_NUMBER}} {{moment "X"}}',
      templateVariables(new Map([['A', 'a b']])),
    );
    const [a, first, second, random, time] = filled.split(' ');
    expect([a, first]).toEqual(['a%20b', expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
    expect(second).not.toBe(first);
    expect(random).toMatch(/^\d{1,5}$/);
    expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
  });
});
