export { MaintenanceWindowsModule } from './maintenance-windows.module.js';
export { MaintenanceWindowsService } from './maintenance-windows.service.js';
export { EXAMPLE_WINDOW_ID } from './maintenance-windows.dto.js';
export { lockWindows, PausesQueries, settlePauses } from './pauses.queries.js';
export { MaintenanceWindowRow } from './maintenance-window.entity.js';
