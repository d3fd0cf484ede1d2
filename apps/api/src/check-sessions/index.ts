export { CheckSessionsModule } from './check-sessions.module.js';
