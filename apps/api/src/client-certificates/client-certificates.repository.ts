import type { AccountId, ClientCertificate } from '#domain';
import { AccountRepository, Database, newId, Vault } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { CertificateParts } from './check-certificate.js';
import { ClientCertificateRow } from './client-certificate.entity.js';

/** What is uploaded. */
export interface NewClientCertificate extends CertificateParts {
  host: string;
}

/** A certificate with what the agents that use it need. */
export type KeyedCertificate = ClientCertificate & { key: string; passphrase: string | null };

const KEYED = {
  name: 'client_certificates_keyed',
  text: `SELECT id, host, cert, ca, created_at AS "createdAt", sealed_key AS "sealedKey" FROM client_certificates
    WHERE account_id = $1 ORDER BY created_at DESC, id DESC`,
};

const purposeOf = (account: AccountId, id: string) => `client-certificate/${account}/${id}`;

@Injectable()
export class ClientCertificatesRepository extends AccountRepository<ClientCertificateRow> {
  constructor(
    database: Database,
    private readonly vault: Vault,
  ) {
    super(database, ClientCertificateRow, {
      client_certificates_pkey: 'A client certificate with this id exists already.',
    });
  }

  /** The private key is sealed on the way in; it has no way out but to the agents that use it. */
  add(account: AccountId, certificate: NewClientCertificate, id: string = newId()): Promise<ClientCertificate> {
    const { host, cert, ca, key, passphrase } = certificate;
    const sealedKey = this.vault.seal(JSON.stringify({ key, passphrase }), purposeOf(account, id));
    return this.insert(account, { id, host, cert, ca, sealedKey, createdAt: new Date() });
  }

  /** All of them, the newest first. */
  readAll(account: AccountId): Promise<ClientCertificate[]> {
    return this.list(account, { createdAt: 'DESC', id: 'DESC' });
  }

  async readKeyed(account: AccountId): Promise<KeyedCertificate[]> {
    const rows = await this.database.rows<ClientCertificate & { sealedKey: Buffer }>(KEYED, [account]);
    return rows.map(({ sealedKey, ...certificate }) => {
      const opened = this.vault.open(sealedKey, purposeOf(account, certificate.id));
      const { key, passphrase } = JSON.parse(opened) as { key: string; passphrase?: string | null };
      return { ...certificate, key, passphrase: passphrase ?? null };
    });
  }
}
