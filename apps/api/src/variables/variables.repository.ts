import { changeVariable, offsetOf, type AccountId, type Page, type PageRequest, type Variable } from '#domain';
import { AccountRepository, countedRows, Database, Vault } from '#persistence';
import { Injectable } from '@nestjs/common';
import { VariableRow } from './variable.entity.js';

/** One row with the total at least; a page beyond the end has no key. */
const PAGE = {
  name: 'variable_page',
  text: `
  SELECT n.total::float8 AS total, v.* FROM (SELECT ${countedRows('environment_variables')} AS total) n
    LEFT JOIN LATERAL (SELECT key, sealed_value AS "sealedValue", locked, secret FROM environment_variables
      WHERE account_id = $1 ORDER BY key LIMIT $2 OFFSET $3) v ON true`,
};

type PageRow = Pick<VariableRow, 'sealedValue' | 'locked' | 'secret'> &
  ({ key: string } | { key: null }) & { total: number };

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

  /** By key. One statement, of plain rows: it is one of the lists that are long. */
  async readPage(account: AccountId, request: PageRequest): Promise<Page<Variable>> {
    const rows = await this.database.rows<PageRow>(PAGE, [account, request.limit, offsetOf(request)]);
    const items = rows.flatMap((row) => (row.key === null ? [] : [this.opened({ ...row, accountId: account })]));
    return { items, total: rows[0]!.total, limit: request.limit, page: request.page };
  }

  async readAll(account: AccountId): Promise<Variable[]> {
    return (await this.list(account, { key: 'ASC' })).map((row) => this.opened(row));
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

  private opened(row: Pick<VariableRow, 'accountId' | 'key' | 'sealedValue' | 'locked' | 'secret'>): Variable {
    const value = this.vault.open(row.sealedValue, purpose(row.accountId, row.key));
    return { key: row.key, value, locked: row.locked, secret: row.secret };
  }

  private seal(account: AccountId, key: string, value: string): Buffer {
    return this.vault.seal(value, purpose(account, key));
  }
}

const purpose = (account: AccountId, key: string) => `variable/${account}/${key}`;
