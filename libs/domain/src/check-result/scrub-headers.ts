/** What stands in a result where a secret was. */
export const SCRUBBED = '[scrubbed]';

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'authentication-info',
  'proxy-authentication-info',
]);

/** The value of a header as a result may carry it: credentials and cookies never leave the agent. */
export function scrubbedHeader(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? SCRUBBED : value;
}
