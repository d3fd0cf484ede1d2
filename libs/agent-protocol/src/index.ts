export * from './lease.js';
export * from './lease-context.js';
export * from './report.js';
export * from './artifact.js';
export * from './agent-error.js';
