import type { LeaseContext, LeasedCertificate } from '#agent-protocol';

/** What the runs of a location have in common: nothing, unless told. */
export function leaseContext(more: Partial<LeaseContext> = {}): LeaseContext {
  const nothing = { variables: [], snippets: [], certificates: [], proxyUrl: null };
  return { version: '1', accountId: '00000000-0000-4000-8000-000000000009', ...nothing, ...more };
}

export function leasedCertificate(host: string, more: Partial<LeasedCertificate>): LeasedCertificate {
  const rest = { cert: '', key: '', passphrase: null, ca: null, createdAt: '2026-01-01T00:00:00.000Z' };
  return { id: '00000000-0000-4000-8000-00000000000a', host, ...rest, ...more };
}
