import { addressPolicy, byteRanges } from './address-policy.js';
import { parseAddress } from './address.js';

describe('parseAddress', () => {
  it.each([
    ['1.2.3.4', 32, 0x01020304n],
    ['::', 128, 0n],
    ['::1', 128, 1n],
    ['1::', 128, 1n << 112n],
    ['fe80::1%eth0', 128, (0xfe80n << 112n) + 1n],
    ['[::1]', 128, 1n],
    ['::ffff:1.2.3.4', 128, 0xffff01020304n],
    ['1:2:3:4:5:6:7:8', 128, 0x00010002000300040005000600070008n],
    ['1:2:3:4:5:6:1.2.3.4', 128, 0x00010002000300040005000601020304n],
  ])('reads %s', (text, bits, value) => {
    expect(parseAddress(text)).toEqual({ bits, value });
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '1:2',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    'g::',
    'host',
    '1.2.3.4::',
  ])('refuses "%s"', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('an address policy', () => {
  it.each([
    ['169.254.0.0/16', '169.254.169.254', true],
    ['169.254.0.0/16', '169.255.0.1', false],
    ['169.254.0.0/16', '::ffff:169.254.169.254', true],
    ['169.254.0.0/16', '::ffff:a9fe:a9fe', true],
    ['169.254.0.0/16', '::169.254.169.254', true],
    ['169.254.0.0/16', '64:ff9b::a9fe:a9fe', true],
    ['169.254.0.0/16', '2002:a9fe:a9fe::1', true],
    ['::ffff:169.254.0.0/112', '169.254.169.254', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['127.0.0.0/8', '0.0.0.0', true],
    ['127.0.0.0/8', '::', true],
    ['127.0.0.0/8', '::1', false],
    ['0.0.0.0/8', '::1', false],
    ['::1', '::', true],
    ['::1', '0.0.0.0', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['fe80::/10', 'fec0::1', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '8.8.8.8', false],
    ['10.0.0.0/8', 'not an address', true],
  ])('of %s about %s is %s', (range, address, denied) => {
    expect(addressPolicy([range])(address)).toBe(denied);
  });

  it('names every entry that it cannot read', () => {
    expect(() => addressPolicy(['10.0.0.0/8', '10.0.0.0/33', 'host', '1.1.1.1/1/1', '::/129', '1.1.1.1/'])).toThrow(
      'Not an address or CIDR range: "10.0.0.0/33", "host", "1.1.1.1/1/1", "::/129", "1.1.1.1/"',
    );
    expect(addressPolicy([])('127.0.0.1')).toBe(false);
  });
});

describe('the ranges of a policy as bytes', () => {
  const bytesOf = (text: string) => {
    const { bits, value } = parseAddress(text)!;
    return Array.from({ length: bits / 8 }, (_, at) => Number((value >> BigInt(bits - 8 * (at + 1))) & 0xffn));
  };
  const isHeld = (denied: string[], address: string) => {
    const all = bytesOf(address);
    const bitsOf = (bytes: number[]) => bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return byteRanges(denied).some(
      ({ bytes, prefix }) => bytes.length === all.length && bitsOf(all).startsWith(bitsOf(bytes).slice(0, prefix)),
    );
  };

  it.each(['169.254.0.0/16', '127.0.0.0/8', '::1', 'fe80::/10', '10.0.0.1', '::ffff:169.254.0.0/112', '::/0'])(
    'say of every spelling what the policy says: %s',
    (range) => {
      const addresses = ['169.254.1.1', '169.255.0.1', '10.0.0.1', '127.0.0.2', '0.0.0.0', '::', '::1', 'fe80::1']
        .concat(['fec0::1', '::ffff:169.254.1.1', '::10.0.0.1', '64:ff9b::a9fe:101', '2002:a9fe:101::1', '2002::1'])
        .concat(['64:ff9b::10.0.0.2', '::ffff:0.0.0.0', '8.8.8.8', '2001:db8::1']);
      const isDenied = addressPolicy([range]);
      expect(addresses.filter((address) => isHeld([range], address))).toEqual(addresses.filter(isDenied));
    },
  );

  it('are none where a range cannot be read', () => {
    expect(() => byteRanges(['host'])).toThrow('Not an address or CIDR range: "host"');
  });
});
