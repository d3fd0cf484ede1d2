import type { LeaseContext } from '#agent-protocol';
import { filledUrl } from './api-request.js';
import { certificateFor } from './client-certificates.js';
import type { DialDeps } from './dial.js';
import type { ProbeContext } from './probe.js';
import { proxyOf } from './proxy.js';
import type { Resolve } from './resolve.js';

/**
 * How a run of a check of HTTP reaches its target: with the certificates and through the proxy of its location (reference
 * 5.7, 5.11). `fillIn` is called for a proxy only. Throws UnusableRequest.
 */
export function routeOf(
  { isDenied, context, onConnect }: ProbeContext,
  resolve: Resolve,
  fillIn: (text: string) => string,
): DialDeps {
  const proxyUrl = context?.proxyUrl ?? null;
  return {
    resolve,
    isDenied,
    onConnect,
    proxy: proxyUrl === null ? null : proxyOf(filledUrl(proxyUrl, fillIn)),
    secureContextFor: certificatesOf(context),
  };
}

function certificatesOf(context: LeaseContext | null): DialDeps['secureContextFor'] {
  if (context === null || context.certificates.length === 0) return null;
  return (hostname) => certificateFor(context.certificates, hostname);
}
