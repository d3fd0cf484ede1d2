export { ChecksModule } from './checks.module.js';
export { ChecksService } from './checks.service.js';
export { CheckRow } from './check.entity.js';
export type { NewCheck } from './check-fields.js';
