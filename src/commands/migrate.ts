import { migrateAll } from '../database.js';
import { onDatabase, type Command } from './command.js';

export const migrateDatabase: Command = {
  name: 'migrate',
  usage: '',
  run: () => onDatabase(async ({ databaseUrl }) => ({ applied: await migrateAll(databaseUrl) })),
};
