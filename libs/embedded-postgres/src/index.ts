export * from './attach.js';
export * from './problem.js';
export * from './start.js';
export * from './throw-away.js';
export { readSecrets, type Secrets } from './secrets.js';
export { runningService, type Owner } from './owner.js';
