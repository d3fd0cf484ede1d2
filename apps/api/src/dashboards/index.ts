export { DashboardsModule } from './dashboards.module.js';
export { DashboardsService, type NewDashboard } from './dashboards.service.js';
export { DashboardCreateRequest, EXAMPLE_DASHBOARD_ID, EXAMPLE_DASHBOARD_NUMBER } from './dashboards.dto.js';
export { DashboardAddressRow, DashboardRow } from './dashboard.entity.js';
