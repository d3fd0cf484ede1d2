export { AccountsModule } from './accounts.module.js';
export { AccountsService, type NewAccount } from './accounts.service.js';
export { AccountRow } from './account.entity.js';
export { EXAMPLE_ACCOUNT_ID } from './accounts.dto.js';
