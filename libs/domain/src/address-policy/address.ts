/** An IP address as a number. IPv4 inside IPv6 keeps its own spelling here: `spellings` finds it. */
export interface Address {
  bits: 32 | 128;
  value: bigint;
}

const OCTETS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** Reads an IPv4 or IPv6 address in any standard spelling, with or without a zone (`fe80::1%eth0`); null if it is none. */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/s, '').replace(/^\[(.*)\]$/s, '$1');
  return bare.includes(':') ? parseV6(bare) : parseV4(bare);
}

function parseV4(text: string): Address | null {
  const octets = OCTETS.exec(text)?.slice(1).map(Number);
  if (octets === undefined || octets.some((octet) => octet > 255)) return null;
  return { bits: 32, value: octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n) };
}

function parseV6(text: string): Address | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => groups(half, index === halves.length - 1));
  if (head === null || head === undefined || tail === null) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array<number>(missing).fill(0), ...(tail ?? [])];
  return { bits: 128, value: all.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n) };
}

/** The 16-bit groups of one half of an IPv6 address; a dotted IPv4 ending, which only the last has, counts as two. */
function groups(half: string, isLast: boolean): number[] | null {
  if (half === '') return [];
  const parts = half.split(':');
  const last = parts.at(-1) ?? '';
  const dotted = isLast && last.includes('.') ? parseV4(last) : undefined;
  if (dotted === null) return null;
  const plain = dotted === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return null;
  const ending = dotted === undefined ? [] : [Number(dotted.value >> 16n), Number(dotted.value & 0xffffn)];
  return [...plain.map((part) => Number.parseInt(part, 16)), ...ending];
}

const LOOPBACK_V4: Address = { bits: 32, value: 0x7f000001n };
const LOOPBACK_V6: Address = { bits: 128, value: 1n };

/** IPv6 prefixes, 128 bits each, that carry an IPv4 address, and how far it stands from the right, in bits. */
export const CARRIERS = [
  { prefix: 0xffffn << 32n, length: 96, shift: 0n }, // ::ffff:0:0/96, mapped
  { prefix: 0n, length: 96, shift: 0n }, // ::/96, compatible
  { prefix: 0x64ff9bn << 96n, length: 96, shift: 0n }, // 64:ff9b::/96, NAT64
  { prefix: 0x2002n << 112n, length: 16, shift: 80n }, // 2002::/16, 6to4
];

/**
 * Every address at which packets to this one may end up: itself, the IPv4 address it carries, and the loopback address
 * for the unspecified one (connecting to 0.0.0.0 or :: reaches this very machine).
 */
export function spellings(address: Address): Address[] {
  const { bits, value } = address;
  if (value === 0n) return [address, LOOPBACK_V4, LOOPBACK_V6];
  if (bits === 32 || value === LOOPBACK_V6.value) return [address];
  const carrier = CARRIERS.find(({ prefix, length }) => {
    const rest = BigInt(128 - length);
    return value >> rest === prefix >> rest;
  });
  if (carrier === undefined) return [address];
  return [address, ...spellings({ bits: 32, value: (value >> carrier.shift) & 0xffffffffn })];
}
