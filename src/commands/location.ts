import { provision, required, type Command } from './command.js';

export const locationCreate: Command = {
  name: 'location create',
  usage: '--account ID --name NAME --slug SLUG',
  options: { account: { type: 'string' }, name: { type: 'string' }, slug: { type: 'string' } },
  run: (values) => {
    const location = {
      accountId: required(values, 'account'),
      name: required(values, 'name'),
      slugName: required(values, 'slug'),
    };
    return provision((provisioning) => provisioning.createLocation(location));
  },
};
