import type { AnalyticsGroup } from './metric-catalogue.js';

/** One row of a report: its moment and a number, or null where there is no value, for each metric. */
export interface AnalyticsRow {
  timestamp: Date;
  [metric: string]: number | null | Date;
}

/** A row and the group it belongs to; null where there is none, such as the status of a request without an answer. */
export interface GroupedRow {
  group: string | number | null;
  row: AnalyticsRow;
}

/** The rows of one group, with the group's own key where there are groups (decision 2). */
export type AnalyticsSeries = { data: AnalyticsRow[] } & { [group in AnalyticsGroup]?: string | number | null };

/** One entry without groups, else one for each group, in the order in which they come. */
export function seriesOf(rows: readonly GroupedRow[], groupBy: AnalyticsGroup | undefined): AnalyticsSeries[] {
  if (groupBy === undefined) return [{ data: rows.map(({ row }) => row) }];
  const groups = new Map<GroupedRow['group'], AnalyticsRow[]>();
  for (const { group, row } of rows) {
    const data = groups.get(group);
    if (data) data.push(row);
    else groups.set(group, [row]);
  }
  return [...groups].map(([group, data]) => ({ [groupBy]: group, data }));
}
