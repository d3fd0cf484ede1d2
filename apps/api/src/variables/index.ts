export { OwnVariables } from './own-variables.js';
export { OwnVariable } from './variables.dto.js';
export { VariablesModule } from './variables.module.js';
export { VariablesService } from './variables.service.js';
export { VariableRow } from './variable.entity.js';
