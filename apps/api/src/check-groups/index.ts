export { CheckGroupRow } from './check-group.entity.js';
export { CheckGroupV2CreateRequest } from './check-groups.dto.js';
export { CheckGroupsModule } from './check-groups.module.js';
export { CheckGroupsService, type NewCheckGroup } from './check-groups.service.js';
