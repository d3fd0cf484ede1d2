import { apiAnswer } from '../../apps/agent/src/probes/api-answer.js';
import { answerBody } from '../../apps/agent/src/probes/api-response.js';
import type { FinalAnswer } from '../../apps/agent/src/probes/redirects.js';
import { assertWithRegexes } from '../../apps/agent/src/probes/with-regexes.js';
import { API_ASSERTION_SOURCES, COMPARISONS, type Assertion } from '#domain';
import { askApi, assertion, type ApiOutcome } from './ask-api.js';
import { at } from './ask-url.js';
import { ANSWERED, HEADERS, JSON_BODY, RESPONSE_TIME, STATUS_CODE, TEXT_BODY, type Case } from './assertion-table.js';
import { httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const TABLE: Record<(typeof API_ASSERTION_SOURCES)[number], Case[]> = {
  STATUS_CODE,
  JSON_BODY,
  HEADERS,
  TEXT_BODY,
  RESPONSE_TIME,
};

/** Asked of a thing that is always a number, or never a list: can only fail, or only hold. */
const ONE_SIDED = new Set(['HAS_KEY', 'NOT_HAS_KEY', 'HAS_VALUE', 'NOT_HAS_VALUE']);
const ALWAYS_A_NUMBER = new Set(['IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL']);
const OF_A_TIME = new Set(['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS']);

function mayBeOneSided(source: string, comparison: string): boolean {
  if (source === 'JSON_BODY') return false;
  if (ONE_SIDED.has(comparison)) return true;
  if (source === 'STATUS_CODE') return ALWAYS_A_NUMBER.has(comparison);
  return source === 'RESPONSE_TIME' && (ALWAYS_A_NUMBER.has(comparison) || OF_A_TIME.has(comparison));
}

async function judged(assertions: Assertion[], body: string | Buffer = ANSWERED.body): Promise<ApiOutcome> {
  const port = await httpTarget((_request, response) =>
    response.writeHead(ANSWERED.status, ANSWERED.headers).end(body),
  );
  return askApi({ url: at(port), assertions });
}

describe.each(API_ASSERTION_SOURCES)('%s', (source) => {
  const cases = TABLE[source];
  let outcome: ApiOutcome;

  beforeAll(async () => {
    outcome = await judged(
      cases.map(([property, comparison, target]) => assertion(source, comparison, target, property)),
    );
  });

  it.each(cases.map((one, order) => [order, ...one] as const))(
    '%i: "%s" %s "%s": %s',
    (order, property, comparison, target, message) => {
      const found = outcome.assertions[order];
      expect(found).toMatchObject({ source, property, comparison, target, order, passed: message === null });
      const read = source === 'RESPONSE_TIME' ? (found?.message?.replace(/[\d.]+$/, '<ms>') ?? null) : found?.message;
      expect(read).toBe(message);
    },
  );

  it.each(COMPARISONS)('is shown to hold and to fail with %s, where it can', (comparison) => {
    const of = cases.filter(([, one]) => one === comparison);
    const [holds, fails] = [
      of.some(([, , , message]) => message === null),
      of.some(([, , , message]) => message !== null),
    ];
    expect([holds || fails, (holds && fails) || mayBeOneSided(source, comparison)]).toEqual([true, true]);
  });
});

describe('a response time', () => {
  const answer = { status: 200, body: Buffer.alloc(0) } as unknown as FinalAnswer;

  it.each([
    ['99.6', 'LESS_THAN', '100', true],
    ['100.4', 'GREATER_THAN', '100', true],
    ['100.4', 'LESS_THAN', '100', false],
  ] as const)('of %s ms is compared as it is: %s %s', async (time, comparison, target, passed) => {
    const assertions = [assertion('RESPONSE_TIME', comparison, target)];
    const all = await assertWithRegexes(assertions, (find) =>
      apiAnswer(answer, Number(time), answerBody(answer), find),
    );
    expect(all).toMatchObject([{ passed, actual: time }]);
  });
});

describe('a regular expression', () => {
  it('teases a part out of a header', async () => {
    const max = assertion('HEADERS', 'GREATER_THAN', '99', 'X-Policy', 'max-age=(\\d+)');
    const over = { ...max, target: '100' };
    const { assertions } = await judged([max, over]);
    expect(assertions.map(({ passed, actual }) => [passed, actual])).toEqual([
      [true, '100'],
      [false, '100'],
    ]);
  });

  it('that is none fails its assertion, and says why', async () => {
    const { assertions } = await judged([assertion('TEXT_BODY', 'EQUALS', 'a', '(')]);
    expect(assertions[0]?.message).toContain('its regular expression cannot be used: Invalid regular expression');
  });

  it('of a document is no longer than it can be, however many there are', async () => {
    const body = JSON.stringify(Array.from({ length: 11 }, (_, at) => ({ t: 'a', p: `${at}${'.'.repeat(10_000)}` })));
    const { assertions } = await judged([assertion('JSON_BODY', 'NOT_NULL', '', '$[?search(@.t, @.p)]')], body);
    expect(assertions[0]?.message).toContain('its regular expressions have more than 100000 characters');
  });

  it('that would hang the agent fails its assertion, and the agent goes on', async () => {
    const evil = '^(a+)+$';
    const body = JSON.stringify({ a: `${'a'.repeat(60)}!` });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const { assertions } = await judged(
      [
        assertion('TEXT_BODY', 'NOT_NULL', '', '"((a+)+)"$'),
        assertion('JSON_BODY', 'NOT_NULL', '', `$[?search(@, '${evil}')]`),
        assertion('TEXT_BODY', 'EQUALS', 'a', '"(a)"'),
      ],
      body,
    );
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(20);
    expect(assertions.map(({ passed }) => passed)).toEqual([false, false, true]);
    expect(assertions[0]?.message).toContain('it took more than 500 ms');
    expect(assertions[1]?.message).toContain('it took more than 500 ms');
  });
});

describe('a body', () => {
  it.each<[string, string | Buffer, string]>([
    ['that is no JSON', '<html>', 'the body is not JSON: Unexpected token'],
    ['that is empty', '', 'the body is empty'],
    ['that is nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'it is nested too deeply'],
  ])('%s fails the assertions on JSON', async (_name, body, words) => {
    const { assertions } = await judged(
      [assertion('JSON_BODY', 'EQUALS', 'a', '$[0]'), assertion('STATUS_CODE', 'EQUALS', '200')],
      body,
    );
    expect(assertions[0]?.message).toContain(words);
    expect(assertions.map(({ passed }) => passed)).toEqual([false, true]);
  });

  it('shows no credentials in what was asserted', async () => {
    const outcome = await judged(
      TABLE.HEADERS.map(([property, comparison, target]) => assertion('HEADERS', comparison, target, property)),
    );
    expect(JSON.stringify(outcome)).not.toContain('hidden');
  });
});
