import type { AccountId, ClientCertificate } from '#domain';
import { Injectable } from '@nestjs/common';
import { checkCertificate } from './check-certificate.js';
import {
  ClientCertificatesRepository,
  type KeyedCertificate,
  type NewClientCertificate,
} from './client-certificates.repository.js';

@Injectable()
export class ClientCertificatesService {
  constructor(private readonly certificates: ClientCertificatesRepository) {}

  list(account: AccountId): Promise<ClientCertificate[]> {
    return this.certificates.readAll(account);
  }

  /** With their keys, for agents. */
  withKeys(account: AccountId): Promise<KeyedCertificate[]> {
    return this.certificates.readKeyed(account);
  }

  async create(account: AccountId, certificate: NewClientCertificate, id?: string): Promise<ClientCertificate> {
    checkCertificate(certificate);
    return this.certificates.add(account, certificate, id);
  }

  get(account: AccountId, id: string): Promise<ClientCertificate> {
    return this.certificates.get(account, { id });
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.certificates.remove(account, { id });
  }
}
