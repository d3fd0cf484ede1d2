import type { Assertion, Comparison } from '../assertion/assertion.js';
import type { IpFamily } from './url-request.js';

/** Reference 3.4: the request of a TCP check. */
export interface TcpRequest {
  /** A host name or an address. */
  hostname: string;
  /** 1..65535 */
  port: number;
  /** Sent once connected; null = only connect. */
  data: string | null;
  ipFamily: IpFamily;
  assertions: Assertion[];
}

/** Reference 3.4: what a TCP check can assert on, and how. */
export const TCP_ASSERTION_SOURCES = ['RESPONSE_DATA', 'RESPONSE_TIME'] as const;
export const TCP_COMPARISONS = [
  'EQUALS',
  'NOT_EQUALS',
  'IS_EMPTY',
  'NOT_EMPTY',
  'LESS_THAN',
  'GREATER_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
] as const satisfies readonly Comparison[];
