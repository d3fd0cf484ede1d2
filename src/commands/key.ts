import { ROLES, type Role } from '#domain';
import { optional, provision, required, UsageError, type Command, type Values } from './command.js';

export const keyCreate: Command = {
  name: 'key create',
  usage: `--account ID [--account ID ...] [--role ${ROLES.join('|')}] [--name NAME] [--expires ISO-TIME]`,
  options: {
    account: { type: 'string', multiple: true },
    role: { type: 'string' },
    name: { type: 'string' },
    expires: { type: 'string' },
  },
  run: (values) => {
    const accounts = accountsOf(values);
    const role = roleOf(values);
    const name = optional(values, 'name');
    const expiresAt = expiryOf(values);
    const [accountId] = accounts;
    if (accounts.length > 1 && expiresAt) throw new UsageError('--expires works with one --account only');
    return provision((provisioning) =>
      accounts.length > 1
        ? provisioning.createUserKey({ accounts: accounts.map((id) => ({ accountId: id, role })), name })
        : provisioning.createServiceKey({ accountId: accountId!, role, name, expiresAt }),
    );
  },
};

export const keyList: Command = {
  name: 'key list',
  usage: '--account ID',
  options: { account: { type: 'string' } },
  run: (values) => {
    const accountId = required(values, 'account');
    return provision((provisioning) => provisioning.listKeys(accountId));
  },
};

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: '--account ID KEYID',
  options: { account: { type: 'string' } },
  words: ['KEYID'],
  run: (values, [keyId]) => {
    const accountId = required(values, 'account');
    return provision(async (provisioning) => {
      await provisioning.revokeKey(accountId, keyId!);
      return { keyId, revoked: true };
    });
  },
};

function accountsOf({ account }: Values): string[] {
  const ids = Array.isArray(account) ? account.filter((id): id is string => typeof id === 'string') : [];
  if (ids.length === 0) throw new UsageError('--account is required');
  return [...new Set(ids)];
}

function roleOf(values: Values): Role {
  const text = optional(values, 'role') ?? 'ADMIN';
  const role = ROLES.find((candidate) => candidate === text.toUpperCase());
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${text}"`);
  return role;
}

function expiryOf(values: Values): Date | undefined {
  const text = optional(values, 'expires');
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime()) && time.getTime() > Date.now()) return time;
  throw new UsageError(`--expires must be a time to come in ISO 8601, not "${text}"`);
}
