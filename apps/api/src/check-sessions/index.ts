export { CheckSessionsModule } from './check-sessions.module.js';
export { CheckSessionsService, type EndedSession } from './check-sessions.service.js';
