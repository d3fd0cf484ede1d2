export { ErrorGroupsModule } from './error-groups.module.js';
export { ErrorGroupStep } from './error-group.step.js';
export { errorColumns } from './error-columns.js';
export { ErrorGroupRow } from './error-group.entity.js';
