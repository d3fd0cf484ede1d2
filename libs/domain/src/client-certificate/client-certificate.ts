/** Spec 2.11. */
export interface ClientCertificate {
  readonly id: string;
  /** See `matchesHost`. */
  readonly host: string;
  /** PEM, as it was sent; may be followed by the certificates that lead to its root. */
  readonly cert: string;
  /** PEM of the certificates that the server's own is trusted by; null = those that Node knows. */
  readonly ca: string | null;
  readonly createdAt: Date;
}

const LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_\\-]{0,61}[A-Za-z0-9_])?';

/** A domain name or an IP address (version 6 in brackets), without scheme and port; the first label may be a wildcard. */
export const CERTIFICATE_HOST = new RegExp(`^(?:(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*|\\[[0-9A-Fa-f:.]{2,45}\\])$`);

/**
 * Reference 5.7: whether a certificate for `pattern` is for this host of a URL. `*.example.com` stands for all names below
 * example.com, however deep, and not for example.com itself. Upper and lower case are the same.
 */
export function matchesHost(pattern: string, host: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), host.toLowerCase()];
  if (!wanted.startsWith('*.')) return given === wanted;
  return given.endsWith(wanted.slice(1)) && given.length >= wanted.length;
}

/** Reference 5.7: an exact host beats a wildcard, then the newest wins. Null when there is none for the host. */
export function chooseCertificate<T extends Pick<ClientCertificate, 'id' | 'host' | 'createdAt'>>(
  certificates: readonly T[],
  host: string,
): T | null {
  const [chosen] = certificates
    .filter((certificate) => matchesHost(certificate.host, host))
    .toSorted((one, other) => rank(other) - rank(one) || newer(one, other));
  return chosen ?? null;
}

const rank = ({ host }: Pick<ClientCertificate, 'host'>) => (host.startsWith('*.') ? 0 : 1);

function newer(
  one: Pick<ClientCertificate, 'id' | 'createdAt'>,
  other: Pick<ClientCertificate, 'id' | 'createdAt'>,
): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (other.id > one.id ? 1 : -1);
}
