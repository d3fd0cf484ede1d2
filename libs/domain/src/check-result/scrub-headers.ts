/** What stands in a result where a secret was. */
export const SCRUBBED = '[scrubbed]';

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'authentication-info',
  'proxy-authentication-info',
]);

/** Whether a header always holds credentials (reference 5.7, agents from 8.4 on). */
export const isSecretHeader = (name: string): boolean => SECRET_HEADERS.has(name.toLowerCase());

/** The value of a header as a result may carry it: credentials and cookies never leave the agent. */
export function scrubbedHeader(name: string, value: string): string {
  return isSecretHeader(name) ? SCRUBBED : value;
}

/** What gives away the credentials in the value of a header: all of it, and what stands behind a scheme (`Bearer `). */
export const credentialForms = (value: string): string[] => [...new Set([value, value.replace(/^\w+ +/, '')])];
