import { parseAddress, spellings, type Address } from './address.js';

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
  const ranges = denied.map((entry) => ({ entry, range: parseRange(entry) }));
  const broken = ranges.filter(({ range }) => range === null).map(({ entry }) => `"${entry}"`);
  if (broken.length > 0) throw new RangeError(`Not an address or CIDR range: ${broken.join(', ')}`);
  const usable = ranges.flatMap(({ range }) => range ?? []);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return true;
    const all = spellings(address);
    return usable.some((range) => all.some((spelling) => holds(range, spelling)));
  };
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
