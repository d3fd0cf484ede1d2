import { mayAct, notFound, offsetOf, type AccountId, type PageRequest, type Role } from '#domain';
import type { JsonPage } from '#http';
import { countedRows, Database, jsonPage, pageOf, ListStatements, type Statement } from '#persistence';
import { Injectable } from '@nestjs/common';
import { asGrouped } from './as-grouped.js';
import { filteredList, type CheckFilter } from './check-filters.js';
import { checkView, NEWEST_FIRST, oneCheck, type Shown } from './check-view.js';

export type { CheckFilter } from './check-filters.js';

export interface ReadOptions {
  includeDependencies: boolean;
  /** The check as its group makes it. */
  applyGroupSettings: boolean;
}

/** Keys that may write read locked values, others do not (reference 5.7). */
const READERS = ['writer', 'reader'] as const;
const readerOf = (role: Role) => (mayAct(role, 'READ_WRITE') ? 'writer' : 'reader');

const listOf = (name: string, shown: Shown) =>
  new ListStatements(
    name,
    `SELECT ${checkView(shown)} FROM checks c WHERE c.account_id = $1 ${NEWEST_FIRST}`,
    countedRows('checks'),
  );

const LIST = perReader((reader, locked) => listOf(`checks_list_${reader}`, { locked }));
const GROUPED_LIST = perReader((reader, locked) => listOf(`checks_list_${reader}_grouped`, { locked, group: true }));

/** The checks of a group, by their position in it. */
const MEMBERS = perReader((reader, locked) => ({
  name: `checks_of_group_${reader}`,
  text: jsonPage(
    `SELECT ${checkView({ locked })} FROM checks c WHERE c.account_id = $1 AND c.group_id = $4
     ORDER BY c.group_order, c.created_at DESC, c.id DESC LIMIT $2 OFFSET $3`,
    'SELECT count(*) FROM checks c WHERE c.account_id = $1 AND c.group_id = $4',
  ),
}));

const MEMBER = perReader((reader, locked) => ({
  name: `check_of_group_${reader}`,
  text: oneCheck({ locked }, 'AND c.group_id = $3'),
}));

/** Each set of options has a statement of its own. */
function oneOf(role: Role, { includeDependencies: dependencies, applyGroupSettings: group }: ReadOptions): Statement {
  const reader = readerOf(role);
  const name = ['check', reader, ...(dependencies ? ['dependencies'] : []), ...(group ? ['grouped'] : [])].join('_');
  let statement = ONE.get(name);
  if (!statement) {
    statement = { name, text: oneCheck({ locked: reader === 'writer', dependencies, group }) };
    ONE.set(name, statement);
  }
  return statement;
}

const ONE = new Map<string, Statement>();

/** Reads of checks in the form they are answered in. */
@Injectable()
export class ChecksQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. Reference 2.5, spec 4.6. */
  async list(account: AccountId, role: Role, filter: CheckFilter, request: PageRequest): Promise<JsonPage> {
    const reader = readerOf(role);
    const group = filter.applyGroupSettings === true;
    const filtered = filteredList(filter, reader, { locked: reader === 'writer', group });
    const [statement, values] = filtered
      ? [filtered.statement, [account, request.limit, offsetOf(request), ...filtered.values]]
      : (group ? GROUPED_LIST : LIST)[reader].of(account, request);
    const page = pageOf(await this.database.rows(statement, values), request);
    return group ? { ...page, json: asGrouped(page.json, role) } : page;
  }

  /** One check as JSON text. Throws not-found. */
  async one(account: AccountId, role: Role, id: string, options: ReadOptions): Promise<string> {
    const json = only(await this.database.rows<Json>(oneOf(role, options), [account, id]));
    return options.applyGroupSettings ? asGrouped(json, role) : json;
  }

  /** The checks of a group with their own settings; none when there is no such group. */
  async members(account: AccountId, role: Role, groupId: number, request: PageRequest): Promise<JsonPage> {
    const values = [account, request.limit, offsetOf(request), groupId];
    return pageOf(await this.database.rows(MEMBERS[readerOf(role)], values), request);
  }

  /** One check of a group as JSON text. Throws not-found. */
  async member(account: AccountId, role: Role, groupId: number, id: string): Promise<string> {
    return only(await this.database.rows<Json>(MEMBER[readerOf(role)], [account, id, groupId]));
  }
}

type Json = { json: string };

function only([row]: Json[]): string {
  if (!row) throw notFound();
  return row.json;
}

function perReader<T>(make: (reader: string, locked: boolean) => T): Record<(typeof READERS)[number], T> {
  return { writer: make('writer', true), reader: make('reader', false) };
}
