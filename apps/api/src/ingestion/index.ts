export { IngestionModule } from './ingestion.module.js';
export { IngestionService } from './ingestion.service.js';
