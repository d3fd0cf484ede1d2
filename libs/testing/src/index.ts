export * from './api-answer.js';
export * from './api-client.js';
export * from './builders.js';
export * from './contract.js';
export * from './open-api-paths.js';
export * from './postgres/index.js';
export * from './start-api.js';
export type { TestAccount } from './test-account.js';
export type { Sql } from './sql.js';
