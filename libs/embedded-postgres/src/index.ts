export * from './problem.js';
export * from './start.js';
