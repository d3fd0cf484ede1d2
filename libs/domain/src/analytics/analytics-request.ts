import type { HeartbeatState } from '../heartbeat/heartbeat.js';
import type { TimeRange } from '../check-result/result-window.js';
import type { PageRequest } from '../page.js';
import type { AnalyticsGroup } from './metric-catalogue.js';
import type { QuickRange } from './quick-range.js';

/** Spec 4.2. */
export const STATUS_FILTERS = ['success', 'failure'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Spec 4.2: what a report is asked for. */
export interface AnalyticsRequest extends Partial<TimeRange>, PageRequest {
  quickRange: QuickRange;
  /** Minutes. */
  aggregationInterval?: number;
  /** Of heartbeats their states. */
  filterByStatus?: StatusFilter[] | HeartbeatState[];
  groupBy?: AnalyticsGroup;
  /** Names of metrics of the catalogue. */
  metrics: string[];
}

/** Whether only failed results count, or only others; null for all: both statuses are as good as none. */
export function failuresOnly(statuses: readonly (StatusFilter | HeartbeatState)[] = []): boolean | null {
  const wanted = new Set(statuses);
  return wanted.size === 1 ? wanted.has('failure') : null;
}
