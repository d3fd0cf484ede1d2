import type { AccountId, Page, PageRequest, Snippet, SnippetContent } from '#domain';
import { Injectable } from '@nestjs/common';
import { SnippetsRepository } from './snippets.repository.js';

@Injectable()
export class SnippetsService {
  constructor(private readonly snippets: SnippetsRepository) {}

  list(account: AccountId, page: PageRequest): Promise<Page<Snippet>> {
    return this.snippets.readPage(account, page);
  }

  /** All of them, for agents. */
  all(account: AccountId): Promise<Snippet[]> {
    return this.snippets.list(account, { id: 'ASC' });
  }

  get(account: AccountId, id: number): Promise<Snippet> {
    return this.snippets.get(account, { id });
  }

  /** With `id`, under that one instead of the next. Throws conflict when the name is taken. */
  create(account: AccountId, content: SnippetContent, id?: number): Promise<Snippet> {
    return this.snippets.add(account, content, id);
  }

  /** In force from the next run. Throws conflict when the name is taken. */
  update(account: AccountId, id: number, content: Partial<SnippetContent>): Promise<Snippet> {
    return this.snippets.update(account, id, content);
  }

  /** Throws conflict while a check or a group uses it. */
  remove(account: AccountId, id: number): Promise<void> {
    return this.snippets.remove(account, { id });
  }
}
