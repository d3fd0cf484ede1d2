import type { Assertion } from '../assertion/assertion.js';

export const IP_FAMILIES = ['IPv4', 'IPv6'] as const;
export type IpFamily = (typeof IP_FAMILIES)[number];

/** Reference 3.4: the request of a URL check. */
export interface UrlRequest {
  method: 'GET';
  url: string;
  followRedirects: boolean;
  skipSSL: boolean;
  ipFamily: IpFamily;
  assertions: Assertion[];
}
