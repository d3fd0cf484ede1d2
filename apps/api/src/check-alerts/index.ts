export { CheckAlertsModule } from './check-alerts.module.js';
export { CheckAlertStep } from './check-alert.step.js';
export { recordOutcomes, type CheckOutcome } from './record-outcomes.js';
