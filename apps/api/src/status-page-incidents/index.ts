export { EXAMPLE_UPDATE_ID } from './incident-update.dto.js';
export { StatusPageIncidentRow, StatusPageIncidentUpdateRow } from './status-page-incident.entity.js';
export { EXAMPLE_INCIDENT_ID, StatusPageIncidentView } from './status-page-incidents.dto.js';
export { StatusPageIncidentsModule } from './status-page-incidents.module.js';
export type { StatusPageIncidentDetails } from './status-page-incidents.queries.js';
export { StatusPageIncidentsService } from './status-page-incidents.service.js';
