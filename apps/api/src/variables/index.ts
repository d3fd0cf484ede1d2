export { VariablesModule } from './variables.module.js';
export { VariablesService } from './variables.service.js';
export { VariableRow } from './variable.entity.js';
