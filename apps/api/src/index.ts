export * from './create-api.js';
export * from './entities.js';
export * from './extension.js';
