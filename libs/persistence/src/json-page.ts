import { notFound, offsetOf, type AccountId, type PageRequest } from '#domain';
import type { Statement } from './database.js';

/** SQL of a moment as answers show it: ISO 8601 in UTC with milliseconds. */
export const isoTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL of how many rows of a table the account in `$1` has, from `row_counts`: a trigger keeps it in the transaction of each
 * change, so it is exact. `count(*)` would read the index of all of them for each page.
 */
export const countedRows = (table: string) =>
  `coalesce((SELECT n.total FROM row_counts n WHERE n.account_id = $1 AND n.table_name = '${table}'), 0)`;

const MEMBERS = '~members';
const END = '~end';

/**
 * SQL of columns that make the members of a jsonb object members of the item itself, which spares each row a `||` of two
 * objects. It must not be empty, and other columns must follow.
 */
export const membersOf = (object: string) => `${object} AS "${MEMBERS}", NULL AS "${END}"`;

/**
 * SQL that takes the braces of `membersOf` out of a JSON text. Nothing else in it can look like them: quotes inside of texts are
 * escaped, and jsonb writes its keys with a space after the colon.
 */
export const inlined = (json: string) => `replace(replace(${json}, '"${MEMBERS}":{', ''), '},"${END}":null,', ',')`;

/**
 * SQL of one row { json, count, total }: a page as the text of a JSON array, written by PostgreSQL. `rows` is a SELECT whose
 * columns are the members of the items; `total` is a scalar expression.
 */
export const jsonPage = (rows: string, total: string) =>
  `SELECT ${arrayOf(rows)} AS json, count(*)::int AS count, (${total})::int AS total FROM (${rows}) item`;

/** What a statement of `jsonPage` answers: a JSON array, how many items it has, and how many there are. */
export interface PageRow {
  json: string;
  count: number;
  total: number;
}

/** The row of a `jsonPage` as the page that was asked for. Throws not-found when there is none. */
export function pageOf([row]: PageRow[], { limit, page }: PageRequest): PageRow & PageRequest {
  if (!row) throw notFound();
  return { ...row, limit, page };
}

function arrayOf(rows: string): string {
  const array = `coalesce(json_agg(item), '[]')::text`;
  return rows.includes(`"${MEMBERS}"`) ? inlined(array) : array;
}

/** Page sizes that are asked for again and again. */
const USUAL_LIMITS = [10, 20, 25, 50, 100];

/**
 * The prepared statements of an unfiltered list of an account: `rows` is its SELECT with ORDER BY, with the account as `$1`.
 * A limit in a parameter decides about the plan, so PostgreSQL would make a new one each time (measured: a third of what
 * a page of ten costs it): first pages of usual sizes have statements of their own.
 */
export class ListStatements {
  private readonly any: Statement;
  private readonly first: ReadonlyMap<number, Statement>;

  constructor(name: string, rows: string, total: string) {
    const firstOf = (limit: number) => ({ name: `${name}_${limit}`, text: jsonPage(`${rows} LIMIT ${limit}`, total) });
    this.any = { name, text: jsonPage(`${rows} LIMIT $2 OFFSET $3`, total) };
    this.first = new Map(USUAL_LIMITS.map((limit) => [limit, firstOf(limit)]));
  }

  /** The statement for a page, and its values. */
  of(account: AccountId, request: PageRequest): [Statement, unknown[]] {
    const first = request.page === 1 ? this.first.get(request.limit) : undefined;
    return first ? [first, [account]] : [this.any, [account, request.limit, offsetOf(request)]];
  }
}
