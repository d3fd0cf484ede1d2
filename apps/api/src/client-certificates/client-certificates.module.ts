import { Module } from '@nestjs/common';
import { ClientCertificatesController } from './client-certificates.controller.js';
import { ClientCertificatesRepository } from './client-certificates.repository.js';
import { ClientCertificatesService } from './client-certificates.service.js';

@Module({
  controllers: [ClientCertificatesController],
  providers: [ClientCertificatesService, ClientCertificatesRepository],
  exports: [ClientCertificatesService],
})
export class ClientCertificatesModule {}
