import type { Assertion } from '../assertion/assertion.js';

/**
 * Reference 5.3: a DNS check passes on NOERROR unless its assertions say otherwise, which those do that name the response
 * code: RESPONSE_CODE, or `$.Status` of the JSON answer. Null when the code is no reason to fail.
 */
export function responseCodeFailure(code: string, assertions: readonly Assertion[]): string | null {
  if (code === 'NOERROR' || assertions.some(isAboutCode)) return null;
  return `The name server answered ${code}: anything but NOERROR fails a check unless it asserts on the response code`;
}

const isAboutCode = ({ source, property }: Assertion) =>
  source === 'RESPONSE_CODE' || (source === 'JSON_ANSWER' && /^\$(\.Status|\[['"]Status['"]\])$/.test(property ?? ''));
