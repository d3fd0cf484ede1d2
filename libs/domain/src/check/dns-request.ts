import type { Assertion } from '../assertion/assertion.js';

export const DNS_RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SOA', 'NS'] as const;
export const DNS_PROTOCOLS = ['UDP', 'TCP'] as const;

/** Reference 3.4: the request of a DNS check. */
export interface DnsRequest {
  /** The name that is looked up. */
  query: string;
  recordType: (typeof DNS_RECORD_TYPES)[number];
  protocol: (typeof DNS_PROTOCOLS)[number];
  /** A host name or an address; absent = the resolvers of reference 5.3. */
  nameServer?: string;
  /** 1..65535; absent = 53. */
  port?: number;
  assertions: Assertion[];
}

/** Reference 3.4: what a DNS check can assert on, with any comparison. */
export const DNS_ASSERTION_SOURCES = ['RESPONSE_TIME', 'RESPONSE_CODE', 'TEXT_ANSWER', 'JSON_ANSWER'] as const;
