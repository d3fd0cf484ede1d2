import { provision, required, type Command } from './command.js';

export const accountCreate: Command = {
  name: 'account create',
  usage: '--name NAME',
  options: { name: { type: 'string' } },
  run: (values) => {
    const name = required(values, 'name');
    return provision((provisioning) => provisioning.createAccountWithKey({ name }));
  },
};

export const accountList: Command = {
  name: 'account list',
  usage: '',
  run: () => provision((provisioning) => provisioning.listAccounts()),
};
