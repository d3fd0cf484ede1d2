import type { Outcome } from '#agent';
import { SCRUBBED } from '#domain';
import { RunSecrets } from '../../apps/agent/src/work/run-secrets.js';
import { leaseContext, leasedCertificate } from './lease-context.js';
import { leasedCheck, probeContext } from './probe-run.js';

const leaseOf = (request: object = {}, secret?: string) => {
  const variables = secret === undefined ? [] : [{ key: 'A', value: secret, secret: true }];
  return probeContext(leasedCheck('API', request, { variables })).lease;
};
const outcome = (text: string): Outcome => ({
  statusCode: null,
  responseTime: 1,
  timings: null,
  requestError: text,
  networkError: false,
  assertions: [],
  detail: { deep: [text] },
  metrics: { a: 1 },
  failures: [text],
  degradations: [text],
});
const CONTEXT = leaseContext({
  variables: [{ key: 'B', value: 'of the account', secret: true }],
  certificates: [
    leasedCertificate('a', {
      key: '-----BEGIN-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END-----',
      passphrase: 'open sesame',
    }),
  ],
  proxyUrl: 'http://me:prox%79word@proxy:3128',
});

describe('the secrets of a run', () => {
  it('are taken out of everything that is said', () => {
    const texts = [
      'of the check',
      'of the account',
      'made by it',
      'open sesame',
      'MIIEvQIBADANBgkqhkiG9w0B',
      'proxyword',
    ];
    const scrubber = new RunSecrets().of(leaseOf({}, 'of the check'), CONTEXT, ['made by it']);
    for (const text of texts) expect(scrubber.outcome(outcome(`<${text}>`))).toEqual(outcome(`<${SCRUBBED}>`));
    const failure = Object.assign(new RangeError('at of the check'), { code: 'ECODE' });
    expect(scrubber.error(failure)).toMatchObject({ name: 'RangeError', message: `at ${SCRUBBED}`, code: 'ECODE' });
    expect(scrubber.error(failure).stack).not.toContain('of the check');
    expect(scrubber.error('of the check').message).toBe(SCRUBBED);
  });

  it('are taken out of files of text, however long', () => {
    const scrubber = new RunSecrets().of(leaseOf({}, 'of the check'), null);
    const data = Buffer.from('a line of the check é\n'.repeat(100_000));
    const file = { name: 'log.txt', type: 'log', contentType: 'text/plain', data } as const;
    const binary = { ...file, contentType: 'application/octet-stream' };
    const [text, other] = scrubber.artifacts([file, binary]);
    expect(text!.data.toString()).toBe(`a line ${SCRUBBED} é\n`.repeat(100_000));
    expect(other).toBe(binary);
  });

  it('are also the credentials of its request, unless variables hold them', () => {
    const scrubbed = (request: object, text: string) =>
      new RunSecrets().of(leaseOf(request), null).outcome(outcome(text)).requestError;
    expect(scrubbed({ basicAuth: { username: 'ada', password: 'hidden' } }, 'ada:hidden')).toBe(`ada:${SCRUBBED}`);
    expect(scrubbed({ url: 'https://ada:h%69dden@a/' }, 'h%69dden, hidden')).toBe(`${SCRUBBED}, ${SCRUBBED}`);
    const header = (key: string) => ({ headers: [{ key, value: 'Bearer abcdef' }] });
    for (const key of ['Authorization', 'x-api-key', 'Cookie']) expect(scrubbed(header(key), 'abcdef')).toBe(SCRUBBED);
    expect(scrubbed(header('Accept'), 'abcdef')).toBe('abcdef');
    const locked = [{ key: 'a', value: 'Key abcdef', locked: true }];
    for (const pairs of [{ headers: locked }, { queryParameters: locked }])
      expect(scrubbed(pairs, '<Key abcdef>')).toBe(`<${SCRUBBED}>`);
    const template = { basicAuth: { username: '', password: '{{PASSWORD}}' }, url: 'https://a:{{B}}@c/' };
    expect(scrubbed(template, '{{PASSWORD}} {{B}}')).toBe('{{PASSWORD}} {{B}}');
    expect(scrubbed({ url: 5, basicAuth: 'x', headers: 'y' }, 'text')).toBe('text');
  });

  it('cost nothing where there are none', () => {
    const none = outcome('text');
    const failure = new Error('text');
    const scrubber = new RunSecrets().of(
      leaseOf(),
      leaseContext({ variables: [{ key: 'A', value: 'text', secret: false }] }),
    );
    expect(scrubber.outcome(none)).toBe(none);
    expect(scrubber.error(failure)).toBe(failure);
  });

  it('that a location has in common are compiled once for each of its contexts', () => {
    let compiled = 0;
    const counted = () => ({
      ...CONTEXT,
      get variables() {
        compiled += 1;
        return CONTEXT.variables;
      },
    });
    const [first, second, secrets] = [counted(), counted(), new RunSecrets()];
    compiled = 0;
    for (let run = 0; run < 10; run += 1) secrets.of(leaseOf({}, `secret ${run}`), first);
    expect(compiled).toBe(1);
    secrets.of(leaseOf(), second);
    expect(compiled).toBe(2);
  });
});
