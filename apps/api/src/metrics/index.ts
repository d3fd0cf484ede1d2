export { HttpMetrics } from './http-metrics.js';
export { MetricsModule } from './metrics.module.js';
export { PipelineMetrics, type ClaimRound, type Recorded, type RunWait } from './pipeline-metrics.js';
