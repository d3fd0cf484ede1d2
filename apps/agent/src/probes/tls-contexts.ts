import { isIP } from 'node:net';
import { createSecureContext, type ConnectionOptions, type SecureContext } from 'node:tls';

let shared: SecureContext | undefined;

/** One context for all connections: making one parses every root certificate again (measured: a fifth of a handshake). */
function sharedContext(): SecureContext {
  shared ??= createSecureContext();
  return shared;
}

/**
 * TLS over an open connection to `host`: its name is sent (SNI) and compared with the certificate; an IP address is
 * compared only, as `host`: Node would take `localhost` for what it was not told. `own` has the client certificate, and perhaps the authorities, for this host. `skipSsl` accepts any certificate. Without it the decision stays with Node, which honours
 * NODE_EXTRA_CA_CERTS and NODE_TLS_REJECT_UNAUTHORIZED.
 */
export function tlsOptions(host: string, skipSsl: boolean, own: SecureContext | null = null): ConnectionOptions {
  const name = host.replace(/\.$/, '');
  return {
    secureContext: own ?? sharedContext(),
    ALPNProtocols: ['http/1.1'],
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(skipSsl ? { rejectUnauthorized: false } : {}),
  };
}
