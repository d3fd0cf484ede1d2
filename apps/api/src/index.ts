export * from './create-api.js';
export * from './entities.js';
export * from './extension.js';
export { ApiKeysService, ApiKeyVerifier, type IssuedKey } from './api-keys/index.js';
export { AccountsService, EXAMPLE_ACCOUNT_ID } from './accounts/index.js';
export { EXAMPLE_CERTIFICATE } from './client-certificates/index.js';
export * from './provisioning/index.js';
export type { AddedCheckType } from './added-check-types.js';
export {
  AssertionOperands,
  CheckFields,
  CheckServerFields,
  Hostname,
  NonHttpCheckFields,
  ResponseTimes,
} from './checks/index.js';
export { ArtifactStore, type StoredFile } from './artifacts/index.js';
