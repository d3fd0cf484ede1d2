export * from './lease.js';
export * from './report.js';
