import type { Sql } from '#testing';
import { Client } from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

type Query = (this: unknown, ...args: unknown[]) => unknown;
const prototype = Client.prototype as unknown as { query: Query };

/** What goes to PostgreSQL from this process while `work` is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { query } = prototype;
  const seen: Statement[] = [];
  prototype.query = function (...args) {
    const [statement, values] = args as [string | Partial<Statement>, unknown[]?];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    const given = typeof statement === 'string' ? values : statement.values;
    if (/^\s*(SELECT|WITH)\b/i.test(text)) seen.push({ text, values: Array.isArray(given) ? given : [] });
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return seen;
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** The most rows that any step of a statement's plan has to look at. */
export async function mostRows(sql: Sql, { text, values }: Statement): Promise<{ step: string; rows: number }> {
  const [row] = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const steps = flat(row!['QUERY PLAN'][0]!.Plan).map((plan) => ({
    step: `${plan['Node Type']} ${plan['Relation Name'] ?? ''}`,
    rows:
      plan['Actual Loops'] *
      (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)),
  }));
  return steps.toSorted((one, other) => other.rows - one.rows)[0]!;
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
