import { createSecureContext, type SecureContext } from 'node:tls';
import type { LeasedCertificate } from '#agent-protocol';
import { chooseCertificate } from '#domain';
import { RequestFailure } from './request-failure.js';

interface Candidate {
  id: string;
  host: string;
  createdAt: Date;
  leased: LeasedCertificate;
  /** Made when it is first chosen. */
  context: SecureContext | null;
}

/** The list comes with the lease context, which stays the same object until it changes. */
const prepared = new WeakMap<readonly LeasedCertificate[], Candidate[]>();

/** Reference 5.7: the client certificate for a host of a URL, ready to connect with; null = there is none for it. */
export function certificateFor(certificates: readonly LeasedCertificate[], hostname: string): SecureContext | null {
  let candidates = prepared.get(certificates);
  if (candidates === undefined) {
    candidates = certificates.map((leased) => {
      const { id, host, createdAt } = leased;
      return { id, host, createdAt: new Date(createdAt), leased, context: null };
    });
    prepared.set(certificates, candidates);
  }
  const chosen = chooseCertificate(candidates, hostname);
  return chosen === null ? null : (chosen.context ??= contextOf(chosen.leased));
}

function contextOf({ host, cert, key, passphrase, ca }: LeasedCertificate): SecureContext {
  try {
    return createSecureContext({ cert, key, ...(passphrase && { passphrase }), ...(ca && { ca }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestFailure(`The client certificate for ${host} cannot be used: ${reason}`, { networkError: false });
  }
}
