export { IncidentsModule } from './incidents.module.js';
export { IncidentsService, type NewIncident, type NewIncidentUpdate } from './incidents.service.js';
export { EXAMPLE_INCIDENT_ID, EXAMPLE_INCIDENT_UPDATE_ID } from './incidents.dto.js';
export { IncidentRow, IncidentUpdateRow } from './incident.entity.js';
