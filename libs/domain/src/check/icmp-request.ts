import type { Assertion, Comparison } from '../assertion/assertion.js';
import type { IpFamily } from './url-request.js';

/** Reference 3.4: where `pingCount` is null or was never sent. */
export const DEFAULT_PING_COUNT = 10;

/** Reference 3.4: the request of an ICMP check. */
export interface IcmpRequest {
  /** A host name or an address. */
  hostname: string;
  /** Null = IPv4. */
  ipFamily: IpFamily | null;
  /** 1..50; null = 10. */
  pingCount: number | null;
  assertions: Assertion[];
}

/** Reference 3.4, 5.3: per cent of the pings that were lost. In a check's `settings`. */
export interface PacketLossThresholds {
  degradedPacketLossThreshold: number;
  maxPacketLossThreshold: number;
}

/** Reference 3.4: what an ICMP check can assert on, and how; of LATENCY `property` says which one. */
export const ICMP_ASSERTION_SOURCES = ['LATENCY', 'JSON_RESPONSE'] as const;
export const ICMP_LATENCIES = ['avg', 'min', 'max', 'stdDev'] as const;
export const ICMP_COMPARISONS = [
  'EQUALS',
  'NOT_EQUALS',
  'IS_EMPTY',
  'NOT_EMPTY',
  'GREATER_THAN',
  'LESS_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
  'IS_NULL',
  'NOT_NULL',
] as const satisfies readonly Comparison[];
