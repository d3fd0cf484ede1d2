import * as fc from 'fast-check';
import { SCRUBBED } from '../check-result/scrub-headers.js';
import { boundedText } from '../check-result/bounded-text.js';
import { scrubJson, scrubText } from './scrub.js';
import { isScrubbable } from './secret-forms.js';
import { GIVEAWAY_LENGTH, SecretMatcher } from './secret-matcher.js';

const matcher = (...secrets: string[]) => [new SecretMatcher(secrets)];
const SECRET = 'p@ss/w+rd "é😀&<%41\n\\x';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const ENCODINGS: [string, (text: string) => string][] = [
  ['plain', (text) => text],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded in lower case', (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())],
  ['URL-encoded wholly', (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&')],
  ['of a form', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
  ['in the query of a URL', (text) => new URL(`http://a/?b=${text.replaceAll(/[\n%#&+]/g, encodeURIComponent)}`).href],
  ['in the path of a URL', (text) => new URL(`http://a/${text.replaceAll(/[\n%#?/\\]/g, encodeURIComponent)}`).href],
  ['URL-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['JSON', (text) => JSON.stringify({ a: text })],
  ['JSON in JSON', (text) => JSON.stringify(JSON.stringify(text))],
  ['JSON in a URL', (text) => encodeURIComponent(JSON.stringify(text))],
  ['JSON in JSON in a URL', (text) => encodeURIComponent(JSON.stringify(JSON.stringify(text)))],
  [
    'ASCII-only JSON',
    (text) =>
      JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['JSON with escaped slashes', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
  ['HTML', (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
  ['base64', base64],
  ['base64, one byte before', (text) => base64(`a${text}`)],
  ['base64, two bytes before', (text) => base64(`ab${text}`)],
  ['base64 of user:password', (text) => base64(`user:${text}:more`)],
  ['base64url', (text) => Buffer.from(`?${text}`).toString('base64url')],
  ['URL-encoded base64', (text) => encodeURIComponent(base64(text))],
  ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['HEXADECIMAL', (text) => Buffer.from(text).toString('hex').toUpperCase()],
];

describe('scrubText', () => {
  it.each(ENCODINGS)('finds what is %s', (_, encode) => {
    const scrubbed = scrubText(`before ${encode(SECRET)} after`, matcher(SECRET));
    expect(scrubbed).toContain(SCRUBBED);
    expect(scrubbed).toMatch(/^before .*after$/);
    // Base64 leaves of the first and of the last byte what the neighbours decide.
    expect(scrubbed.length).toBeLessThan(`before ${SCRUBBED} after`.length + 30);
  });

  it('finds every secret in every encoding, wherever it stands', () => {
    const secrets = fc.string({ minLength: 4, maxLength: 200, unit: 'binary' }).filter(isScrubbable);
    // Behind one of these signs the first of an encoded text would be part of an escape.
    const around = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[%\\&]/g, ''));
    // A URL cannot hold every text as it is.
    const encodings = fc.constantFrom(...ENCODINGS.filter(([name]) => !name.startsWith('in the')));
    fc.assert(
      fc.property(secrets, around, around, encodings, (secret, before, after, [, encode]) => {
        const encoded = encode(secret);
        const scrubbed = scrubText(before + encoded + after, matcher(secret));
        expect(scrubbed).toContain(SCRUBBED);
        expect(scrubbed).not.toContain(encoded);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves other texts as they are', () => {
    const text = 'nothing to see: 100% "quoted" \\ &amp; é';
    expect(scrubText(text, matcher('secret', 'another'))).toBe(text);
    expect(scrubText(text, [])).toBe(text);
  });

  it.each(['/', '*', '/artifact/', 'https://', 'http://', '123', '*********', 'abc', 'true', ''])(
    'does not look for %j',
    (value) => {
      const text = `a ${value} b https://x/artifact/ ********* 123 true abc`;
      expect(scrubText(text, matcher(value))).toBe(text);
    },
  );

  it('takes the longest, and all of what overlaps', () => {
    expect(scrubText('a-password-b', matcher('password', 'pass', 'a-password'))).toBe(`${SCRUBBED}-b`);
    expect(scrubText('abcdefghi', matcher('abcdef', 'defghi'))).toBe(SCRUBBED);
    expect(scrubText('abcdefghi', [...matcher('abcdef'), ...matcher('defghi')])).toBe(SCRUBBED);
    expect(scrubText('abcdXabcd', matcher('abcd'))).toBe(`${SCRUBBED}X${SCRUBBED}`);
  });

  it('finds a secret that looks escaped where only a part of it was escaped', () => {
    const secret = 'a%41 "b"\\u0041 c';
    const { href } = new URL(`http://host/?q=${secret}&r`);
    expect(href).toContain('a%41%20%22b');
    expect(scrubText(href, matcher(secret))).toBe(`http://host/?q=${SCRUBBED}&r`);
  });

  it('finds a secret without the spaces around it, and the lines of a key', () => {
    expect(scrubText('token=abcdef;', matcher(' abcdef\n'))).toBe(`token=${SCRUBBED};`);
    const key = [
      '-----BEGIN KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEF',
      'AASCBKcwggSjAgEAAoIBAQC7VJTU',
      '-----END KEY-----',
    ];
    expect(scrubText(`at ${key[2]}`, matcher(key.join('\n')))).toBe(`at ${SCRUBBED}`);
    expect(scrubText(key.join('\r\n'), matcher(key.join('\n')))).not.toContain('MII');
    expect(scrubText('-----BEGIN KEY-----', matcher(key.join('\n')))).toBe('-----BEGIN KEY-----');
  });

  it('finds long ones whole, and their beginning', () => {
    const long = Array.from({ length: 500 }, (_, index) => String.fromCharCode(33 + ((index * 7) % 80))).join('');
    const other = `${long.slice(0, 100)}~~~ goes on otherwise`;
    expect(scrubText(`<${long}>`, matcher(long, other))).toBe(`<${SCRUBBED}>`);
    expect(scrubText(`<${other}>`, matcher(long, other))).toBe(`<${SCRUBBED}>`);
    expect(scrubText(`<${long.slice(0, GIVEAWAY_LENGTH)} `, matcher(long))).toBe(`<${SCRUBBED} `);
    expect(scrubText(`<${Buffer.from(`u:${long}`).toString('base64')}`, matcher(long)).length).toBeLessThan(30);
  });

  it('leaves no half of a character', () => {
    const long = `x${'😀'.repeat(100)}`;
    const scrubbed = scrubText(`${long.slice(0, 65)} ${long.slice(0, 66)}😃`, matcher(long));
    expect(scrubbed).toContain(SCRUBBED);
    expect(scrubbed.isWellFormed()).toBe(true);
  });

  describe('where a text was cut', () => {
    it.each(ENCODINGS.slice(0, 5).concat(ENCODINGS.slice(15)))('finds the beginning of what is %s', (_, encode) => {
      const encoded = encode(SECRET);
      for (let length = 16; length < encoded.length + 3; length += 1) {
        const cut = boundedText(`>>>${encoded}`, length);
        const scrubbed = scrubText(`Expected ${cut} to be`, matcher(SECRET));
        expect([length, scrubbed]).toEqual([length, expect.stringContaining(SCRUBBED)]);
        expect(scrubbed).toContain('…');
      }
    });

    it('finds it also without a sign of the cut at the end of a long text', () => {
      const text = `${'x'.repeat(2_000)}${SECRET.slice(0, 6)}`;
      expect(scrubText(text, matcher(SECRET))).toBe(`${'x'.repeat(2_000)}${SCRUBBED}`);
      expect(scrubText(`short ${SECRET.slice(0, 6)}`, matcher(SECRET))).toBe(`short ${SECRET.slice(0, 6)}`);
    });
  });
});

describe('the time that it takes', () => {
  const steps = (found: SecretMatcher, text: string) => found.find(text, true, () => undefined);

  it('grows with the text alone, however many secrets there are', () => {
    const secrets = Array.from({ length: 500 }, (_, index) => `secret-number-${index * 7_919}-end`);
    const text = 'secret-number-1 and secret-number-77 or '.repeat(500);
    expect(steps(new SecretMatcher(secrets), text)).toBeLessThanOrEqual(2 * text.length);
  });

  it.each([
    ['a secret that nearly repeats itself', [`${'ab'.repeat(30)}x`], 'ab'.repeat(20_000)],
    ['long ones that begin alike', [1, 2, 3].map((n) => `${'ab'.repeat(5_000)}${n}`), 'ab'.repeat(200_000)],
    ['percent signs', ['%%%%a'], '%'.repeat(100_000)],
  ])('is bounded for %s', (_, secrets, text) => {
    expect(steps(new SecretMatcher(secrets), text)).toBeLessThanOrEqual(20 * text.length + 1_100_000);
  });

  it('does not show the rest of a text that is made to take long', () => {
    const text = `${'ab'.repeat(200_000)} and the secret ab-tail`;
    expect(scrubText(text, matcher(...[1, 2, 3].map((n) => `${'ab'.repeat(5_000)}${n}`)))).toBe(SCRUBBED);
  });
});

describe('scrubJson', () => {
  it('scrubs texts at every depth and the names that others chose', () => {
    const detail = {
      request: {
        url: 'http://a/?k=s3cret',
        method: 'GET',
        headers: { 'x-s3cret': 'Bearer s3cret' },
        params: { s3cret: '1' },
      },
      list: [['s3cret'], { deep: { body: '{"a":"s3cret"}' } }],
      number: 1,
      nothing: null,
    };
    expect(scrubJson(detail, matcher('s3cret'))).toEqual({
      request: {
        url: `http://a/?k=${SCRUBBED}`,
        method: 'GET',
        headers: { [`x-${SCRUBBED}`]: `Bearer ${SCRUBBED}` },
        params: { [SCRUBBED]: '1' },
      },
      list: [[SCRUBBED], { deep: { body: `{"a":"${SCRUBBED}"}` } }],
      number: 1,
      nothing: null,
    });
    expect(detail.request.url).toBe('http://a/?k=s3cret');
  });

  it('keeps the words of the contract', () => {
    const detail = {
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: 'EQUALS' }],
      status: 'status',
    };
    expect(scrubJson(detail, matcher('EQUALS', 'STATUS_CODE', 'status'))).toEqual({
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: SCRUBBED }],
      status: SCRUBBED,
    });
  });

  it('gives back the very same value when there are no secrets, and survives any depth', () => {
    const detail = { a: 1 };
    expect(scrubJson(detail, [])).toBe(detail);
    let deep: unknown = 's3cret';
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(JSON.stringify(scrubJson(deep, matcher('s3cret')))).not.toContain('s3cret');
  });
});
