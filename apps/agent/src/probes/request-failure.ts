/** Why a request got no answer that can be judged. The message is for a person to read. */
export class RequestFailure extends Error {
  /** The reason lies in the network, so trying again may help (reference 5.2, NETWORK_ERROR). */
  readonly networkError: boolean;
  /** The system's code, e.g. ECONNREFUSED, where there is one. */
  readonly code: string | null;

  constructor(message: string, about: { networkError: boolean; code?: string | null }) {
    super(message);
    this.name = 'RequestFailure';
    this.networkError = about.networkError;
    this.code = about.code ?? null;
  }
}

/** The code of a system error, e.g. ECONNREFUSED. */
export function codeOf(error: unknown): string | null {
  return textMember(error, 'code');
}

function textMember(error: unknown, name: 'code' | 'message' | 'reason'): string | null {
  const value = (error as Partial<Record<typeof name, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

const TEXTS: Record<string, (peer: string) => string> = {
  ECONNREFUSED: (peer) => `The connection to ${peer} was refused`,
  ECONNRESET: (peer) => `The connection to ${peer} was closed before the answer was complete`,
  EPIPE: (peer) => `The connection to ${peer} was closed while the request was sent`,
  ETIMEDOUT: (peer) => `The connection to ${peer} timed out`,
  EHOSTUNREACH: (peer) => `There is no route to ${peer}`,
  ENETUNREACH: (peer) => `The network of ${peer} cannot be reached`,
  EADDRNOTAVAIL: (peer) => `This machine has no address from which to reach ${peer}`,
  EAFNOSUPPORT: (peer) => `This machine does not speak the address family of ${peer}`,
  HPE_HEADER_OVERFLOW: (peer) => `The answer's headers from ${peer} are too large`,
};

/**
 * What went wrong with a connection, as a RequestFailure. `peer` is the address and port; errors of the HTTP parser
 * (HPE_...) and of TLS keep their own words.
 */
export function connectionFailure(error: unknown, peer: string): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const code = codeOf(error);
  const text = (code === null ? undefined : TEXTS[code])?.(peer) ?? ownWords(error, code ?? '', peer);
  return new RequestFailure(code === null ? text : `${text} (${code})`, { networkError: true, code });
}

/** A connection that the other end has closed before anything could be asked. */
export const closedConnection = (peer: string) =>
  connectionFailure(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), peer);

function ownWords(error: unknown, code: string, peer: string): string {
  // The `reason` of an OpenSSL error is the readable part of its message.
  const own = textMember(error, 'reason') ?? textMember(error, 'message') ?? String(error);
  if (code.startsWith('HPE_')) return `The answer from ${peer} is not valid HTTP: ${own.replace(/^Parse Error: /, '')}`;
  if (/_ALERT_/.test(code)) return `${peer} refused the TLS handshake: ${own}`;
  if (/CERT|ISSUER|SIGNATURE/.test(code)) return `The certificate of ${peer} is not accepted: ${own}`;
  if (/SSL|TLS|EPROTO/.test(code)) return `The TLS handshake with ${peer} failed: ${own}`;
  return `The connection to ${peer} failed: ${own}`;
}
