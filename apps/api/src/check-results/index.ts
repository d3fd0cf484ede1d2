export { CheckResultsModule } from './check-results.module.js';
export { addResultMember } from './check-results-v2.dto.js';
export type { ResultMember } from './result-members.js';
export { resultIds } from './result-ids.js';
