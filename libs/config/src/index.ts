export * from './artifacts-config.js';
export * from './env-reader.js';
export * from './api-config.js';
export * from './agent-config.js';
export * from './log-level.js';
