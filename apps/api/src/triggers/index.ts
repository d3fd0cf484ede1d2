export { TriggersModule } from './triggers.module.js';
export { TriggersService } from './triggers.service.js';
