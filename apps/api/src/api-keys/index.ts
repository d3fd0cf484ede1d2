export { ApiKeyVerifier } from './api-key-verifier.js';
export { ApiKeysModule } from './api-keys.module.js';
export { ApiKeysService, type IssuedKey } from './api-keys.service.js';
export { ApiKeyHashRow, ApiKeyRow } from './api-key.entity.js';
export { hashKey, hexHash } from './key-material.js';
export { VerifiedCache } from './verified-cache.js';
