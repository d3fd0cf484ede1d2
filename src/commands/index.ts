import { accountCreate, accountList } from './account.js';
import type { Command } from './command.js';
import { demo } from './demo.js';
import { keyCreate, keyList, keyRevoke } from './key.js';
import { locationCreate } from './location.js';
import { migrateDatabase } from './migrate.js';
import { openapi } from './openapi.js';

export { UsageError, type Command } from './command.js';

export const commands: readonly Command[] = [
  accountCreate,
  accountList,
  keyCreate,
  keyList,
  keyRevoke,
  locationCreate,
  migrateDatabase,
  openapi,
  demo,
];
