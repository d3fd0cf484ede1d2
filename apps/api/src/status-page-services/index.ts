export { SERVICE_JSON } from './service-json.js';
export { StatusPageServiceRow } from './status-page-service.entity.js';
export { EXAMPLE_SERVICE_ID, StatusPageServiceReference, StatusPageServiceView } from './status-page-services.dto.js';
export { StatusPageServicesModule } from './status-page-services.module.js';
export { StatusPageServicesService } from './status-page-services.service.js';
