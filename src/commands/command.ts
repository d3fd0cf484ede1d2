import type { ParseArgsConfig } from 'node:util';
import { Provisioning } from '#api';
import { readApiConfig, type ApiConfig } from '#config';
import { borrowDatabase, migrateAll } from '../database.js';

type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** One command of `npm run --silent pharos -- <name> ...`. */
export interface Command {
  /** One or two words. */
  readonly name: string;
  /** What follows the name, for the usage text. */
  readonly usage: string;
  readonly options?: Options;
  /** Names of the words that follow, all required. */
  readonly words?: readonly string[];
  /** Returns what is printed as JSON, undefined for nothing. Throws `UsageError` for input that cannot be meant. */
  run(values: Values, words: readonly string[]): Promise<unknown>;
}

/** The command line is wrong: the usage is printed and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A required option's text. */
export function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new UsageError(`--${name} is required`);
}

/** An option's text, undefined when it is not given. */
export function optional(values: Values, name: string): string | undefined {
  return values[name] === undefined ? undefined : required(values, name);
}

/** Runs a step on the database of DATABASE_URL or of this folder, which is started for it when it does not run. */
export async function onDatabase<T>(step: (config: ApiConfig) => Promise<T>): Promise<T> {
  const database = await borrowDatabase(process.env, (line) => console.error(`pharos: ${line}`));
  const cancel = () => void database.stop().then(() => process.exit(130));
  process.once('SIGINT', cancel).once('SIGTERM', cancel);
  try {
    // The log of the API's parts must not mix with the answer.
    return await step(readApiConfig({ ...database.env, LOG_LEVEL: 'ERROR' }));
  } finally {
    await database.stop();
  }
}

/** As `onDatabase`, with the API's own services on a migrated database. */
export function provision<T>(step: (provisioning: Provisioning) => Promise<T>): Promise<T> {
  return onDatabase(async (config) => {
    await migrateAll(config.databaseUrl);
    const provisioning = await Provisioning.open(config);
    try {
      return await step(provisioning);
    } finally {
      await provisioning.close();
    }
  });
}
