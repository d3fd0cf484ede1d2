import type { Assertion } from '../assertion/assertion.js';
import type { BasicAuth, KeyValue } from '../check-group/check-group.js';
import type { IpFamily } from './url-request.js';

export const API_METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH'] as const;
export const BODY_TYPES = ['JSON', 'FORM', 'RAW', 'GRAPHQL', 'NONE'] as const;

/** Reference 3.4: the request of an API check. Texts may hold `{{VARIABLES}}` (reference 5.7). */
export interface ApiRequest {
  method: (typeof API_METHODS)[number];
  url: string;
  followRedirects: boolean;
  skipSSL: boolean;
  ipFamily: IpFamily;
  body: string;
  bodyType: (typeof BODY_TYPES)[number];
  headers: KeyValue[];
  queryParameters: KeyValue[];
  assertions: Assertion[];
  basicAuth: BasicAuth | null;
}
