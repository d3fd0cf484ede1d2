export * from './create-api.js';
export * from './entities.js';
export * from './extension.js';
export { ApiKeysService, ApiKeyVerifier, type IssuedKey } from './api-keys/index.js';
export { AccountsService, EXAMPLE_ACCOUNT_ID } from './accounts/index.js';
export * from './provisioning/index.js';
