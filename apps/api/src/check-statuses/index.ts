export { CheckStatusesModule } from './check-statuses.module.js';
export { CheckStatusStep } from './check-status.step.js';
