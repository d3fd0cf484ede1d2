import type { AccountId, Page, PageRequest, Variable } from '#domain';
import { Injectable } from '@nestjs/common';
import { VariablesRepository } from './variables.repository.js';

@Injectable()
export class VariablesService {
  constructor(private readonly variables: VariablesRepository) {}

  list(account: AccountId, page: PageRequest): Promise<Page<Variable>> {
    return this.variables.readPage(account, page);
  }

  /** All of them with their values, for agents. */
  all(account: AccountId): Promise<Variable[]> {
    return this.variables.readAll(account);
  }

  create(account: AccountId, variable: Variable): Promise<Variable> {
    return this.variables.add(account, variable);
  }

  get(account: AccountId, key: string): Promise<Variable> {
    return this.variables.read(account, key);
  }

  update(account: AccountId, key: string, change: Partial<Variable>): Promise<Variable> {
    return this.variables.update(account, key, change);
  }

  remove(account: AccountId, key: string): Promise<void> {
    return this.variables.remove(account, { key });
  }
}
