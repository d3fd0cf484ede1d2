import * as fc from 'fast-check';
import { CLEANED_MESSAGE_LENGTH, cleanErrorMessage } from './clean-error-message.js';

describe('cleanErrorMessage', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:8080', 'connect ECONNREFUSED <n>'],
    [
      'Expected STATUS_CODE to be less than 400, but it was 500',
      'Expected STATUS_CODE to be less than <n>, but it was <n>',
    ],
    ['took 118.4 ms', 'took <n> ms'],
    ['took 118ms', 'took <n>ms'],
    ['took 118.4ms', 'took <n>ms'],
    ['1,234,567 rows', '<n> rows'],
    ['it was -5', 'it was <n>'],
    ['offset +01', 'offset <n>'],
    ['a-5 and 7-8', 'a-<n> and <n>-<n>'],
    ['HTTP2 over TLSv1.3 with sha256', 'HTTP<n> over TLSv<n> with sha<n>'],
    ['at run (/app/dist/main.js:12:34)', 'at run (/app/dist/main.js:<n>)'],
    ['id 550e8400-e29b-41d4-a716-446655440000.', 'id <uuid>.'],
    ['id=550E8400-E29B-41D4-A716-446655440000', 'id=<uuid>'],
    ['7:550e8400-e29b-41d4-a716-446655440000', '<n>:<uuid>'],
    ['no 550e8400-e29b-41d4-a716-4466554400001 uuid', 'no <n>-e<n>b-<n>d<n>-a<n>-<n> uuid'],
    ['commit 1a2b3c4 by 0xdeadbeef', 'commit <n> by <n>'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace <n>'],
    ['request req_8fK2jd93LmQp0xYz', 'request req_<n>'],
    ['the facade decade deadbeef', 'the facade decade deadbeef'],
    ['2026-11-21T16:04:54.123Z failed', '<time> failed'],
    ['at 2026-11-21 16:04:54,5+01:00: x', 'at <time>: x'],
    ['since 2026/11/21', 'since <time>'],
    ['at 16:04:54.5', 'at <n>'],
    ['expired on Sat, 21 Nov 2026 16:04:54 GMT', 'expired on <date>, <n> <date> <n> <n> GMT'],
    ['notAfter Nov  1 16:04:54 2026 GMT', 'notAfter <date> <n> <n> <n> GMT'],
    ['[21/Nov/2026:16:04:54 +0000]', '[<n>/<date>/<n> <n>]'],
    ['Sat Nov 21 2026, that may march on', '<date> <date> <n> <n>, that may march on'],
    ['May not be read', 'May not be read'],
    ['GET https://example.com/a/b?token=x&y=1#z: no', 'GET https://example.com/a/b no'],
    ['GET "/a?b=c", "/d?e=f"', 'GET "/a", "/d"'],
    ['why? because', 'why? because'],
    ['\u001b[31m\u001b[1mcon\u001b[0mnect\u001b[0m', 'connect'],
    ['\u009b31mred', 'red'],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u001b\\ text', 'link text'],
    ['\u001b]0;no end\nnext', 'next'],
    ['  two\r\n\tlines\u00a0here\u2028 ', 'two lines here'],
    ['nul\u0000 and \u0007bell', 'nul and bell'],
    ['\ud83d\ude00 \ud83d \ude00', '\ud83d\ude00 \ufffd \ufffd'],
    ['日本語 エラー', '日本語 エラー'],
    ['', ''],
  ])('%j is %j', (message, cleaned) => expect(cleanErrorMessage(message)).toBe(cleaned));

  it('is bounded, and what is alike up to the bound is the same', () => {
    const long = cleanErrorMessage('x '.repeat(500_000));
    expect(long).toHaveLength(CLEANED_MESSAGE_LENGTH);
    expect(cleanErrorMessage(`${'x '.repeat(5_000)}end`)).toBe(long);
    expect(cleanErrorMessage('7'.repeat(1_000_000))).toBe('<n>');
    expect(cleanErrorMessage(`${'x'.repeat(CLEANED_MESSAGE_LENGTH - 2)}\u{1f600}more`).isWellFormed()).toBe(true);
  });
});

describe('any message', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.double().map(String),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom(
      ...'\u001b|\u001b[|[31m|\u009b|\u001b]|\u0007|\0|?|/|-|+|.|,|:| |  |\n'.split('|'),
      ...'<n>|<|>|May|Sat|Nov |0x|deadbeef|a1b2c3|12|2026-11-21|\ud83d|\ude00|T'.split('|'),
    ),
  );
  const message = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
  const long = fc.tuple(message, fc.integer({ min: 1, max: 100 })).map(([text, times]) => text.repeat(times));

  it.each([
    ['short', message],
    ['long', long],
  ])(
    'that is %s cleans to what stays when it is cleaned again, bounded, storable and without digits',
    (_size, texts) => {
      fc.assert(
        fc.property(texts, (text) => {
          const cleaned = cleanErrorMessage(text);
          expect(cleanErrorMessage(cleaned)).toBe(cleaned);
          expect(cleaned.length).toBeLessThanOrEqual(CLEANED_MESSAGE_LENGTH);
          expect(cleaned).not.toMatch(/[0-9\p{Cc}]|^\s|\s\s/u);
          expect(cleaned.isWellFormed()).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );

  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(3)),
  );
  // An id without a digit is a word like any other.
  const hexId = fc.stringMatching(/^[0-9a-f]{8,40}$/).filter((id) => /\d/.test(id));
  const moment = fc
    .date({ noInvalidDate: true, min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-01-01T00:00:00Z') })
    .map((date) => date.toISOString());
  const words = fc.constantFrom(
    'connect',
    'ECONNRESET',
    'to be',
    'a "quoted" text',
    'https://example.com/path',
    '(at',
    'x)',
  );

  it('differs by numbers, ids, uuids and times only, and is the same error', () => {
    const varying = fc.constantFrom<[string, fc.Arbitrary<unknown>]>(
      ['number', number],
      [
        'id',
        fc.oneof(
          hexId,
          number.filter((value) => Number(value) >= 0),
        ),
      ],
      ['uuid', fc.uuid()],
      ['time', moment],
    );
    const part = fc.oneof(
      words.map((word): [string, string] => [word, word]),
      varying.chain(([, arbitrary]) => fc.tuple(arbitrary.map(String), arbitrary.map(String))),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const [one, other] = [0, 1].map((side) => parts.map((both) => both[side]).join(' '));
        expect(cleanErrorMessage(one!)).toBe(cleanErrorMessage(other!));
      }),
      { numRuns: 500 },
    );
  });

  it('differs by a word, and is another error', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 10 }), (parts) => {
        const text = parts.join(' ');
        expect(cleanErrorMessage(`${text} refused`)).not.toBe(cleanErrorMessage(`${text} reset`));
      }),
    );
  });
});
