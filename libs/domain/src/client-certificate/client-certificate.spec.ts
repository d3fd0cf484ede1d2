import * as fc from 'fast-check';
import { CERTIFICATE_HOST, chooseCertificate, matchesHost } from './client-certificate.js';

describe('CERTIFICATE_HOST', () => {
  it.each(['example.com', '*.example.com', 'localhost', 'a_b.internal', 'xn--bcher-kva.example', '192.0.2.7', '[::1]'])(
    'takes %s',
    (host) => expect(CERTIFICATE_HOST.test(host)).toBe(true),
  );

  const refused =
    '|https://example.com|example.com/|example.com:443|*|*.|a.*.com|*a.com|**.com|.com|a..b|a.|-a.com|a-.com'
      .split('|')
      .concat('bücher.example', 'a b', 'example.com\n', '::1', `${'a'.repeat(64)}.com`);

  it.each(refused)('refuses %j', (host) => expect(CERTIFICATE_HOST.test(host)).toBe(false));
});

describe('matchesHost', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['Example.com', 'eXAMPLE.com', true],
    ['example.com', 'www.example.com', false],
    ['*.example.com', 'www.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', '.example.com', false],
    ['*.example.com', 'badexample.com', false],
    ['*.example.com', 'www.example.com.evil.org', false],
    ['[::1]', '[::1]', true],
  ])('%s for %s: %s', (pattern, host, expected) => expect(matchesHost(pattern, host)).toBe(expected));
});

describe('chooseCertificate', () => {
  const at = (host: string, second: number, id = String(second)) => ({ id, host, createdAt: new Date(second * 1_000) });

  it('takes the exact host before the wildcard, then the newest', () => {
    const [old, exact, newest, other] = [
      at('*.example.com', 1),
      at('a.example.com', 2),
      at('*.example.com', 4),
      at('b.example.com', 5),
    ] as const;
    const all = [old, exact, newest, other];
    expect(chooseCertificate(all, 'a.example.com')).toBe(exact);
    expect(chooseCertificate(all, 'c.example.com')).toBe(newest);
    expect(chooseCertificate([...all, at('a.example.com', 3)], 'a.example.com')).toEqual(at('a.example.com', 3));
    expect(chooseCertificate(all, 'example.com')).toBeNull();
  });

  it('chooses the same in whatever order they come', () => {
    const certificate = fc.record({
      host: fc.constantFrom('*.example.com', 'a.example.com', '*.a.example.com', 'b.example.com'),
      second: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(certificate, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (given, order) => {
        const all = given.map(({ host, second }, index) => at(host, second, String(index)));
        const shuffled = all.map((one) => [order.next().value as number, one] as const).toSorted((a, b) => a[0] - b[0]);
        const chosen = chooseCertificate(all, 'a.example.com');
        expect(
          chooseCertificate(
            shuffled.map(([, one]) => one),
            'a.example.com',
          ),
        ).toBe(chosen);
        expect(chosen?.host === 'a.example.com').toBe(all.some(({ host }) => host === 'a.example.com'));
      }),
    );
  });
});
