import type { CheckType } from '../check/check-type.js';
import { RESULT_TYPES } from './run-life.js';
import type { TimeRange } from './result-window.js';

/** Reference 2.8: FINAL results, those of attempts that were tried again, or both. */
export const RESULT_TYPE_FILTERS = [...RESULT_TYPES, 'ALL'] as const;
export type ResultTypeFilter = (typeof RESULT_TYPE_FILTERS)[number];

/** Reference 2.8: which results of a check are wanted; what is absent does not matter. */
export interface ResultFilter extends Partial<TimeRange> {
  location?: string;
  checkType?: CheckType;
  hasFailures?: boolean;
  resultType: ResultTypeFilter;
}
