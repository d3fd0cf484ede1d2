import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ClientCertificateCreateRequest,
  ClientCertificateView,
  EXAMPLE_CERTIFICATE_ID,
} from './client-certificates.dto.js';
import { ClientCertificatesService } from './client-certificates.service.js';

const ID = { description: 'Id of the certificate', example: EXAMPLE_CERTIFICATE_ID };

@ApiTags('Client certificates')
@Controller('v1/client-certificates')
export class ClientCertificatesController {
  constructor(private readonly certificates: ClientCertificatesService) {}

  @Get()
  @Endpoint({
    summary: 'List all client certificates',
    description: 'All of them, the newest first.',
    role: 'READ_ONLY',
    returns: [ClientCertificateView],
  })
  async list(@Account() account: AccountId) {
    return (await this.certificates.list(account)).map((certificate) => ClientCertificateView.of(certificate));
  }

  @Post()
  @Endpoint({
    summary: 'Add a client certificate',
    description:
      'Certificate and key must be a pair; an encrypted key must open with the passphrase. An expired certificate is accepted. It cannot be changed: add another one and delete this.',
    role: 'READ_WRITE',
    status: 201,
    returns: ClientCertificateView,
  })
  async create(@Account() account: AccountId, @Body() body: ClientCertificateCreateRequest) {
    return ClientCertificateView.of(await this.certificates.create(account, body));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a client certificate', role: 'READ_ONLY', returns: ClientCertificateView, errors: [404] })
  async get(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return ClientCertificateView.of(await this.certificates.get(account, id));
  }

  @Delete(':id')
  @Endpoint({ summary: 'Delete a client certificate', role: 'READ_WRITE', status: 204, errors: [404] })
  remove(@Account() account: AccountId, @UuidPath('id', ID) id: string) {
    return this.certificates.remove(account, id);
  }
}
