import * as fc from 'fast-check';
import { fillIn, FILLED_LENGTH, LARGEST_RANDOM_NUMBER, TemplateTooLarge } from './fill-in.js';
import { PartialProblem, withPartials } from './partials.js';

const NOW = new Date('2026-03-31T14:05:09.078Z');
const UUID = '00000000-0000-4000-8000-000000000001';

const variables = (values: Record<string, string> = {}, random = 0.5) => ({
  values: new Map(Object.entries(values)),
  now: NOW,
  uuid: () => UUID,
  random: () => random,
});
const fill = (text: string, values: Record<string, string> = {}) => fillIn(text, variables(values));

describe('fillIn', () => {
  it.each([
    ['{{A}}', 'a%20b%2F%C3%A9%26'],
    ['{{{A}}}', 'a b/é&'],
    ['{{ A }} and {{{ A }}}', 'a%20b%2F%C3%A9%26 and a b/é&'],
    ['{"a":{{{A}}}}', '{"a":a b/é&}'],
    ['{{{{A}}}}', '{a b/é&}'],
    ['{{EMPTY}}|', '|'],
    ['{{$ODD-name.é}}', 'odd'],
    ['{{NESTED}}', '%7B%7BA%7D%7D'],
    ['{{{NESTED}}}', '{{A}}'],
  ])('%s -> %s', (text, filled) => {
    expect(fill(text, { A: 'a b/é&', EMPTY: '', '$ODD-name.é': 'odd', NESTED: '{{A}}' })).toBe(filled);
  });

  it.each([
    '{{NONE}}',
    '{{{NONE}}}',
    '{{}}',
    '{{ }}',
    '{A}',
    '{{A',
    'A}}',
    '{{A} }',
    '{{#if A}}',
    '{{moment}}',
    '{{moment now}}',
  ])('leaves %s as it stands', (text) => expect(fill(text, { A: 'a' })).toBe(text));

  it.each([
    ['{{$UUID}}', UUID],
    ['{{$RANDOM_NUMBER}}', '5000'],
    ['{{moment "YYYY-MM-DD"}}', '2026-03-31'],
    ['{{{moment "HH:mm:ss.SSS"}}}', '14:05:09.078'],
    ['{{moment "HH:mm"}}', '14%3A05'],
    ["{{ moment  'X' }}", '1774965909'],
    ['{{moment "2 days ago" "YYYY-MM-DD"}}', '2026-03-29'],
    ['{{moment "a month ago" "D.M."}}', '28.2.'],
    ['{{{moment "in 3 hours" "dddd, MMMM Do YYYY, h:mm a"}}}', 'Tuesday, March 31st 2026, 5:05 pm'],
    ['{{moment "tomorrow" "X"}}', '1775052309'],
    ['{{moment "last year" "YY"}}', '25'],
    ['{{moment "1 week from now" "E W GGGG DDDD Q"}}', '2%2015%202026%20097%202'],
    ['{{moment "some day" "X"}}', '{{moment "some day" "X"}}'],
    ['{{moment "9999999 years ago" "X"}}', '{{moment "9999999 years ago" "X"}}'],
    ['{{{moment "[Today is] ddd dd d [X]"}}}', 'Today is Tue Tu 2 X'],
    [
      '{{{moment "YYYY-MM-DDTHH:mm:ssZ ZZ A hh H m s S SS x"}}}',
      '2026-03-31T14:05:09+00:00 +0000 PM 02 14 5 9 0 07 1774965909078',
    ],
  ])('%s -> %s', (text, filled) => expect(fill(text, { moment: 'm' })).toBe(filled));

  it('draws whole numbers from 0 to 10000', () => {
    expect(fillIn('{{$RANDOM_NUMBER}}', variables({}, 0))).toBe('0');
    expect(fillIn('{{$RANDOM_NUMBER}}', variables({}, 1 - Number.EPSILON))).toBe(String(LARGEST_RANDOM_NUMBER));
  });

  it('inserts every value so that it can be read back', () => {
    const name = fc.stringMatching(/^[^\s{}"]{1,255}$/).filter((text) => !['$UUID', '$RANDOM_NUMBER'].includes(text));
    fc.assert(
      fc.property(name, fc.string({ unit: 'binary' }), fc.stringMatching(/^[^{}]*$/), (key, value, around) => {
        const known = { ...variables(), values: new Map([[key, value]]) };
        expect(fillIn(`${around}{{{${key}}}}${around}`, known)).toBe(around + value + around);
        const encoded = fillIn(`{{${key}}}`, known);
        expect(decodeURIComponent(encoded)).toBe(value.toWellFormed());
        expect(encoded).toMatch(/^[\w.!~*'()%-]*$/);
      }),
    );
  });

  it('never fails on a text, and changes none without variables', () => {
    const unit = fc.constantFrom('{', '}', '{{', '}}', ' ', '"', 'moment ', 'A', '>', 'é');
    const text = fc.array(unit).map((units) => units.join(''));
    fc.assert(fc.property(text, (any) => expect(fill(any)).toBe(any)));
    fc.assert(fc.property(fc.string(), (any) => expect(typeof fill(any, { A: 'a' })).toBe('string')));
  });

  it.each(['{', '{{', '{{A ', '{{moment "', '}}{{', `{{${'a'.repeat(299)}`])(
    'reads much of %s in little time',
    (part) => {
      const text = part.repeat(Math.ceil(1_000_000 / part.length));
      const startedAt = process.cpuUsage();
      expect(fill(text)).toBe(text);
      // Quadratic would be minutes.
      expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(5_000);
    },
  );

  it('does not grow beyond all bounds', () => {
    const values = { A: 'a'.repeat(100_000) };
    expect(fill('{{A}}'.repeat(49), values)).toHaveLength(4_900_000);
    expect(() => fill('{{A}}'.repeat(1_000_000), values)).toThrow(TemplateTooLarge);
    expect(() => fill('{{A}}'.repeat(30), { A: 'é'.repeat(100_000) })).toThrow(String(FILLED_LENGTH));
  });
});

describe('withPartials', () => {
  const snippets = new Map([
    ['one', 'ONE'],
    ['two', '{{> one}}+{{>one}}'],
    ['self', '{{> self}}'],
    ['wide', '{{> wide2}}'.repeat(100)],
    ['wide2', '{{> wide3}}'.repeat(100)],
    ['wide3', 'x'.repeat(1_000)],
  ]);

  it('puts snippets in', () => {
    expect(withPartials('a {{> two}} {{ONE}} $& b', snippets)).toBe('a ONE+ONE {{ONE}} $& b');
  });

  it.each(['none', 'self', 'wide'])('refuses what cannot be put in: %s', (name) => {
    expect(() => withPartials(`{{> ${name}}}`, snippets)).toThrow(PartialProblem);
  });
});
