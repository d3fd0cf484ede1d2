import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJson, writeJson } from './files.js';
import { openDirectory } from './place.js';
import { EmbeddedPostgresError } from './problem.js';

/** `secrets.json`, mode 0600: losing it means losing the embedded database and every encrypted value in it. */
export interface Secrets {
  /** Of the role `pharos`, which owns the database and is no superuser. */
  readonly databasePassword: string;
  /** Of the server's superuser `admin`. */
  readonly adminPassword: string;
  /** The default of PHAROS_ENCRYPTION_KEY: 64 hexadecimal digits. */
  readonly encryptionKey: string;
  /** The key of the private location that the agent of `npm start` serves: pl_ and 32 hexadecimal digits. */
  readonly locationKey: string;
}

/** Reads the folder's secrets; what is missing is generated and kept. */
export function openSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  const kept = read(file);
  const secrets: Secrets = {
    databasePassword: hex(24),
    adminPassword: hex(24),
    encryptionKey: hex(32),
    locationKey: `pl_${hex(16)}`,
    ...kept,
  };
  if (Object.keys(secrets).some((name) => kept?.[name as keyof Secrets] === undefined)) writeJson(file, secrets);
  return secrets;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** The secrets of a folder whose database is elsewhere (`npm start` with DATABASE_URL keeps its location key there). */
export function readSecrets(directory: string): Secrets {
  return openSecrets(openDirectory(directory));
}

function read(file: string): Partial<Secrets> | undefined {
  try {
    return readJson(file) as Partial<Secrets> | undefined;
  } catch (cause) {
    throw new EmbeddedPostgresError(`${file} cannot be read: start as the user who made it`, { cause });
  }
}
