import { CERTIFICATE_HOST, type ClientCertificate } from '#domain';
import { CreateOf, Ignores, Text, Time, Uuid, ViewOf } from '#http';
import { EXAMPLE_CERTIFICATE } from './example-certificate.js';

/** Fixed, so that the examples of the documentation work (decision 33). */
export const EXAMPLE_CERTIFICATE_ID = '33333333-3333-4333-8333-333333333333';

/** Spec 2.11. */
class CertificateFields {
  @Text({
    min: 1,
    max: 253,
    pattern: CERTIFICATE_HOST,
    hint: 'must be a host without scheme and port, such as example.com or *.example.com (international names in their xn-- form)',
    description:
      'Host whose servers ask for the certificate, on all its ports. *.example.com stands for all names below example.com. An exact host beats a wildcard; of several, the newest is used',
    example: EXAMPLE_CERTIFICATE.host,
  })
  host: string;
  @Text({
    min: 1,
    max: 100_000,
    description: 'The certificate in PEM format, its chain behind it; kept as it is, line breaks included',
    example: EXAMPLE_CERTIFICATE.cert,
  })
  cert: string;
  @Text({
    min: 1,
    max: 400_000,
    nullable: true,
    default: null,
    description: 'PEM certificates by which the server is trusted, instead of the usual authorities',
    example: null,
  })
  ca: string | null;
}

/** Write-only. */
class KeyFields {
  @Text({
    min: 1,
    max: 30_000,
    description: 'The private key of the certificate in PEM format; encrypted at rest and never shown again',
    example: EXAMPLE_CERTIFICATE.key,
  })
  key: string;
  @Text({
    max: 1_000,
    nullable: true,
    default: null,
    description: 'Opens the key, where it is encrypted; encrypted at rest and never shown again',
    example: null,
  })
  passphrase: string | null;
}

class CreatedFields {
  @Uuid({ description: 'Id of the certificate', example: EXAMPLE_CERTIFICATE_ID }) id: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
}

@Ignores(CreatedFields)
export class ClientCertificateCreateRequest extends CreateOf(CertificateFields, KeyFields) {}

export class ClientCertificateView extends ViewOf(CertificateFields, CreatedFields) {
  static of({ id, host, cert, ca, createdAt }: ClientCertificate): ClientCertificateView {
    return { id, host, cert, ca, created_at: createdAt };
  }
}
