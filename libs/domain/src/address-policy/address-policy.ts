import { CARRIERS, parseAddress, spellings, type Address } from './address.js';

interface Range {
  bits: 32 | 128;
  /** The address without its host part. */
  network: bigint;
  /** Bits of the host part. */
  rest: bigint;
}

/** Says whether an address is fenced off. An address that cannot be read is. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Makes a policy of addresses and CIDR ranges (`169.254.0.0/16`, `fe80::/10`, `10.0.0.1`). IPv4 addresses are matched
 * inside IPv6 too (mapped, compatible, NAT64, 6to4), so a spelling does not get around a range.
 * Throws a RangeError that names the entries that cannot be read: a fence with a hole must not be mistaken for one.
 */
export function addressPolicy(denied: readonly string[]): AddressPolicy {
  const ranges = parseRanges(denied);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return true;
    const all = spellings(address);
    return ranges.some((range) => all.some((spelling) => holds(range, spelling)));
  };
}

/** A range for what can compare bytes only. */
export interface ByteRange {
  /** Of an IPv4 address 4, of an IPv6 address 16. */
  bytes: number[];
  /** Bits from the first on that an address in the range shares with these. */
  prefix: number;
}

/**
 * The ranges of a policy in all spellings that the policy sees through: for the fence around scripts, which is in another
 * process. With 0.0.0.0/8, and wider ranges, it also denies ::1. Throws as `addressPolicy` does.
 */
export function byteRanges(denied: readonly string[]): ByteRange[] {
  const isDenied = addressPolicy(denied);
  const unspecified = isDenied('0.0.0.0') || isDenied('::') ? ['0.0.0.0', '::'] : [];
  return [...parseRanges(denied), ...parseRanges(unspecified)].flatMap(carried).map(({ bits, network, rest }) => {
    const value = network << rest;
    const byteAt = (_byte: unknown, at: number) => Number((value >> BigInt(bits - 8 * (at + 1))) & 0xffn);
    return { bytes: Array.from({ length: bits / 8 }, byteAt), prefix: bits - Number(rest) };
  });
}

/** The range, and the IPv6 ranges that carry it. */
function carried(range: Range): Range[] {
  if (range.bits === 128) return [range];
  const carriers = CARRIERS.map(({ prefix, shift }): Range => {
    const rest = range.rest + shift;
    return { bits: 128, network: (prefix >> rest) | range.network, rest };
  });
  return [range, ...carriers];
}

function parseRanges(denied: readonly string[]): Range[] {
  const ranges = denied.map((entry) => ({ entry, range: parseRange(entry) }));
  const broken = ranges.filter(({ range }) => range === null).map(({ entry }) => `"${entry}"`);
  if (broken.length > 0) throw new RangeError(`Not an address or CIDR range: ${broken.join(', ')}`);
  return ranges.flatMap(({ range }) => range ?? []);
}

const holds = (range: Range, address: Address) =>
  range.bits === address.bits && address.value >> range.rest === range.network;

function parseRange(entry: string): Range | null {
  const [host = '', prefix, more] = entry.trim().split('/');
  const address = parseAddress(host);
  if (address === null || more !== undefined) return null;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const length = prefix === undefined ? address.bits : Number(prefix);
  if (length > address.bits) return null;
  const carried = length >= 96 && address.value >> 32n === 0xffffn ? spellings(address)[1] : undefined;
  return carried === undefined ? rangeOf(address, length) : rangeOf(carried, length - 96);
}

function rangeOf(address: Address, length: number): Range {
  const rest = BigInt(address.bits - length);
  return { bits: address.bits, network: address.value >> rest, rest };
}
