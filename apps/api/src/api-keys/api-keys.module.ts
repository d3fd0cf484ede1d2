import { KeyVerifier } from '#http';
import { Global, Module } from '@nestjs/common';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

/** Global: the account guard asks its verifier. */
@Global()
@Module({
  providers: [ApiKeysService, ApiKeysRepository, { provide: KeyVerifier, useClass: ApiKeyVerifier }],
  exports: [ApiKeysService, KeyVerifier],
})
export class ApiKeysModule {}
