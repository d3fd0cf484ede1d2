import { changeOwnVariables, type AccountId, type Variable } from '#domain';
import { Vault } from '#persistence';
import { Injectable } from '@nestjs/common';

/**
 * The environment variables that checks and groups carry themselves, kept as JSON in their rows. Only values of secret ones
 * are sealed; they are opened for the agent that runs the check and for nobody else.
 */
@Injectable()
export class OwnVariables {
  constructor(private readonly vault: Vault) {}

  /** What to store once `sent` was sent; null is kept as null. Throws rule. */
  change(account: AccountId, current: Variable[] | null, sent: Variable[] | null): Variable[] | null {
    const seal = (key: string, value: string) => this.vault.seal(value, purpose(account, key)).toString('base64');
    return sent && changeOwnVariables(current ?? [], sent, seal);
  }

  /** With all values as they were sent. */
  opened(account: AccountId, stored: Variable[] | null): Variable[] {
    return (stored ?? []).map((variable) => {
      if (!variable.secret) return variable;
      const sealed = Buffer.from(variable.value, 'base64');
      return { ...variable, value: this.vault.open(sealed, purpose(account, variable.key)) };
    });
  }
}

const purpose = (account: AccountId, key: string) => `own variable/${account}/${key}`;
