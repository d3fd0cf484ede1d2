export { HeartbeatsModule } from './heartbeats.module.js';
export { PingQueries } from './ping.queries.js';
export { EXAMPLE_EVENT_ID } from './heartbeats.dto.js';
