import { ruleBroken } from '#domain';
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { keyStretching } from './key-stretching.js';
import { pemBlocks, type PemBlock } from './pem.js';

/** What of an upload must fit together. */
export interface CertificateParts {
  cert: string;
  key: string;
  passphrase: string | null;
  ca: string | null;
}

/** Most certificates of a chain, and of a set of authorities. */
const MOST_CERTIFICATES = 100;
/** Some dozens of milliseconds. */
const MOST_STRETCHING = 150_000;

/**
 * Throws a broken rule unless `cert` is a PEM certificate (a chain may follow it), `key` is its private key, opened by
 * `passphrase` where it is encrypted, and `ca` holds certificates. Messages name fields and never show what is in them. An
 * expired certificate is accepted: whether a server still takes it is what a check may want to know.
 */
export function checkCertificate({ cert, key, passphrase, ca }: CertificateParts): void {
  const [own] = certificatesIn(cert, 'cert');
  if (ca !== null) certificatesIn(ca, 'ca');
  if (!isPair(own!, privateKeyIn(key, passphrase)))
    throw ruleBroken('"key" is not the private key of the certificate in "cert"', 'key');
}

function certificatesIn(pem: string, field: string): X509Certificate[] {
  const blocks = pemBlocks(pem);
  const wrong = ruleBroken(`"${field}" must be a certificate in PEM format: -----BEGIN CERTIFICATE----- ...`, field);
  if (!blocks?.length || blocks.some(({ label }) => label !== 'CERTIFICATE')) throw wrong;
  if (blocks.length > MOST_CERTIFICATES)
    throw ruleBroken(`"${field}" must have at most ${MOST_CERTIFICATES} certificates`, field);
  try {
    return blocks.map(({ text }) => new X509Certificate(text));
  } catch {
    throw wrong;
  }
}

function privateKeyIn(pem: string, passphrase: string | null): KeyObject {
  // EC keys come with a block of parameters.
  const keys = pemBlocks(pem)?.filter(({ label }) => label.endsWith('PRIVATE KEY')) ?? [];
  const [block] = keys;
  if (!block || keys.length > 1)
    throw ruleBroken('"key" must be one private key in PEM format: -----BEGIN PRIVATE KEY----- ...', 'key');
  const isEncrypted = block.label === 'ENCRYPTED PRIVATE KEY' || block.body.includes('Proc-Type');
  if (isEncrypted && passphrase === null)
    throw ruleBroken('"passphrase" is required: the key is encrypted', 'passphrase');
  try {
    return opened(block, passphrase);
  } catch (error) {
    if (error instanceof TooMuchWork) throw ruleBroken(error.message, 'key');
    throw isEncrypted
      ? ruleBroken('"key" does not open with this passphrase, or its cipher is not supported', 'passphrase')
      : ruleBroken('"key" is no private key that can be used', 'key');
  }
}

class TooMuchWork extends Error {}

/** Opens exactly what was measured. */
function opened({ label, text, body }: PemBlock, passphrase: string | null): KeyObject {
  if (label !== 'ENCRYPTED PRIVATE KEY') return createPrivateKey({ key: text, passphrase: passphrase ?? undefined });
  const der = Buffer.from(body, 'base64');
  const stretching = keyStretching(der);
  if (stretching === null) throw new Error('no PKCS #8');
  if (stretching > MOST_STRETCHING)
    throw new TooMuchWork(
      `"key" takes too long to open: export it with at most ${MOST_STRETCHING} iterations, or without a passphrase`,
    );
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase: passphrase ?? undefined });
}

function isPair(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}
