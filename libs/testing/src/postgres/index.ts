export { runFolder } from './run.js';
export { createEmptyDatabase, createTestDatabase, startTestPostgres, type TestDatabase } from './test-postgres.js';
