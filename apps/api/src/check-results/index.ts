export { CheckResultsModule } from './check-results.module.js';
export { resultIds } from './result-ids.js';
