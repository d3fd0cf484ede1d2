import { KeyVerifier, port } from '#http';
import { Global, Module } from '@nestjs/common';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

/** Global: the account guard asks its verifier. */
@Global()
@Module({
  providers: [ApiKeysService, ApiKeysRepository, ...port(KeyVerifier, ApiKeyVerifier)],
  exports: [ApiKeysService, KeyVerifier, ApiKeyVerifier],
})
export class ApiKeysModule {}
