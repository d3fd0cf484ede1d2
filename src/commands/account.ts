import { provision, required, type Command } from './command.js';

export const accountCreate: Command = {
  name: 'account create',
  usage: '--name NAME',
  options: { name: { type: 'string' } },
  run: (values) => {
    const name = required(values, 'name');
    return provision(async (provisioning) => {
      const { accountId } = await provisioning.createAccount({ name });
      const { apiKey } = await provisioning.createServiceKey({ accountId, role: 'ADMIN', name: 'first key' });
      return { accountId, apiKey };
    });
  },
};

export const accountList: Command = {
  name: 'account list',
  usage: '',
  run: () => provision((provisioning) => provisioning.listAccounts()),
};
