import type { AccountId, Page, PageRequest, SnippetContent } from '#domain';
import { AccountRepository, Database } from '#persistence';
import { Injectable } from '@nestjs/common';
import { SnippetRow } from './snippet.entity.js';

const USED = (by: string) => `The snippet is still used by a ${by}. Take it out of there first.`;

const MESSAGES = {
  snippets_pkey: 'A snippet with this id exists already.',
  snippets_name_key: 'A snippet with this name exists already.',
  check_snippets_setup_fkey: USED('check'),
  check_snippets_tear_down_fkey: USED('check'),
  check_groups_setup_snippet_fkey: USED('check group'),
  check_groups_tear_down_snippet_fkey: USED('check group'),
};

@Injectable()
export class SnippetsRepository extends AccountRepository<SnippetRow> {
  constructor(database: Database) {
    super(database, SnippetRow, MESSAGES);
  }

  /** Newest first. */
  readPage(account: AccountId, request: PageRequest): Promise<Page<SnippetRow>> {
    return this.page(account, request, { createdAt: 'DESC', id: 'DESC' });
  }

  add(account: AccountId, content: SnippetContent, id?: number): Promise<SnippetRow> {
    const row = { ...content, ...(id !== undefined && { id }), createdAt: new Date(), updatedAt: null };
    return this.insert(account, row as Omit<SnippetRow, 'accountId'>);
  }

  update(account: AccountId, id: number, content: Partial<SnippetContent>): Promise<SnippetRow> {
    return this.change(account, { id }, (row) => void Object.assign(row, content, { updatedAt: new Date() }));
  }
}
