export { StatusPageRow } from './status-page.entity.js';
export { EXAMPLE_PAGE_ID, EXAMPLE_PAGE_URL } from './status-pages.dto.js';
export { StatusPagesModule } from './status-pages.module.js';
export { StatusPagesService } from './status-pages.service.js';
