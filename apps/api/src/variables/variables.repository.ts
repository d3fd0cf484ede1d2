import { changeVariable, type AccountId, type Page, type PageRequest, type Variable } from '#domain';
import { AccountRepository, Database, Vault } from '#persistence';
import { Injectable } from '@nestjs/common';
import { VariableRow } from './variable.entity.js';

/** Values are sealed on the way in and opened on the way out; nothing else knows about it. */
@Injectable()
export class VariablesRepository extends AccountRepository<VariableRow> {
  constructor(
    database: Database,
    private readonly vault: Vault,
  ) {
    super(database, VariableRow, { environment_variables_pkey: 'A variable with this key exists already.' });
  }

  async read(account: AccountId, key: string): Promise<Variable> {
    return this.opened(await this.get(account, { key }));
  }

  async readPage(account: AccountId, request: PageRequest): Promise<Page<Variable>> {
    const { items, ...page } = await this.page(account, request, { key: 'ASC' });
    return { ...page, items: items.map((row) => this.opened(row)) };
  }

  async add(account: AccountId, variable: Variable): Promise<Variable> {
    const { key, locked, secret } = variable;
    const sealedValue = this.seal(account, key, variable.value);
    await this.insert(account, { key, locked, secret, sealedValue, createdAt: new Date(), updatedAt: null });
    return variable;
  }

  async update(account: AccountId, key: string, change: Partial<Variable>): Promise<Variable> {
    const row = await this.change(account, { key }, (current) => {
      const { value, locked, secret } = changeVariable(this.opened(current), change);
      Object.assign(current, { locked, secret, sealedValue: this.seal(account, key, value), updatedAt: new Date() });
    });
    return this.opened(row);
  }

  private opened(row: VariableRow): Variable {
    const value = this.vault.open(row.sealedValue, purpose(row.accountId, row.key));
    return { key: row.key, value, locked: row.locked, secret: row.secret };
  }

  private seal(account: AccountId, key: string, value: string): Buffer {
    return this.vault.seal(value, purpose(account, key));
  }
}

const purpose = (account: AccountId, key: string) => `variable/${account}/${key}`;
