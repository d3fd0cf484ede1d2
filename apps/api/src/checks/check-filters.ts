import type { CheckStatusFilter, CheckType } from '#domain';
import { jsonPage, type Statement } from '#persistence';
import { ALL_TAGS } from './group-settings.js';
import { checkView, NEWEST_FIRST, type Shown } from './check-view.js';

/** Spec 4.6. */
export interface CheckFilter {
  checkType?: CheckType;
  tag?: string[];
  search?: string;
  status?: CheckStatusFilter;
  apiCheckUrlFilterPattern?: string;
  /** The tags of a check's group count as its own. */
  applyGroupSettings?: boolean;
}

/** Reference 7; each has an index of its own but `passing`, which most are. */
const STATUS: Record<CheckStatusFilter, string> = {
  failing: '(s.has_failures OR s.has_errors)',
  degraded: 's.is_degraded AND NOT (s.has_failures OR s.has_errors)',
  passing: 'NOT (s.is_degraded OR s.has_failures OR s.has_errors)',
};

/** A filter in SQL, with its value as `$`. */
interface Condition {
  name: string;
  sql: string;
  value?: unknown;
}

const TAGS = 'account_tags(c.account_id, c.tags) && account_tags($1, $::text[])';
function conditionsOf({
  checkType,
  tag,
  search,
  status,
  apiCheckUrlFilterPattern: url,
  applyGroupSettings,
}: CheckFilter): Condition[] {
  const tags = applyGroupSettings ? `${ALL_TAGS} && $::text[]` : TAGS;
  return [
    ...(checkType ? [{ name: 'type', sql: 'c.check_type = $', value: checkType }] : []),
    ...(tag?.length ? [{ name: 'tag', sql: tags, value: tag }] : []),
    ...(search ? [{ name: 'search', sql: 'strpos(c.search_name, $) > 0', value: search.toLowerCase() }] : []),
    ...(url
      ? [{ name: 'url', sql: `c.check_type = 'API' AND strpos(c.settings #>> '{request,url}', $) > 0`, value: url }]
      : []),
    ...(status
      ? [
          {
            name: status,
            sql: `c.id IN (SELECT s.check_id FROM check_statuses s WHERE s.account_id = $1 AND ${STATUS[status]})`,
          },
        ]
      : []),
  ];
}

/**
 * The page of the checks that all given filters match; null without any. Each set of filters has a statement of its own, so that
 * PostgreSQL can choose their indexes, and looks for what matches once, for page and total.
 */
export function filteredList(
  filter: CheckFilter,
  reader: string,
  shown: Shown,
): { statement: Statement; values: unknown[] } | null {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  const values = conditions.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const names = conditions.map((condition) => condition.name);
  const name = ['checks', reader, ...(shown.group ? ['grouped'] : []), ...names].join('_');
  let statement = statements.get(name);
  if (!statement) statements.set(name, (statement = { name, text: textOf(conditions, shown) }));
  return { statement, values };
}

const statements = new Map<string, Statement>();

function textOf(conditions: Condition[], shown: Shown): string {
  let parameter = 3;
  const matching = conditions.map(({ sql }) => sql.replace(/\$(?!\d)/, () => `$${(parameter += 1)}`)).join(' AND ');
  return `WITH matching AS MATERIALIZED (
      SELECT c.id, c.created_at FROM checks c WHERE c.account_id = $1 AND ${matching}
    ), page AS MATERIALIZED (
      SELECT c.id FROM matching c ${NEWEST_FIRST} LIMIT $2 OFFSET $3
    )
    ${jsonPage(
      `SELECT ${checkView(shown)} FROM page p JOIN checks c ON c.account_id = $1 AND c.id = p.id ${NEWEST_FIRST}`,
      'SELECT count(*) FROM matching',
    )}`;
}
