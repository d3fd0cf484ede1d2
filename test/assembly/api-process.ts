import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './built.js';
import { freePorts } from './pharos-process.js';
import { Child } from '../soak/child.js';

/** What all processes of one test share. */
export interface Deployment {
  folder: string;
  databaseUrl: string;
  accountId: string;
  apiKey: string;
  locationKey: string;
  remove(): void;
}

export function deployment(databaseUrl: string): Deployment {
  const folder = mkdtempSync(join(tmpdir(), 'pharos-processes-'));
  chmodSync(folder, 0o755);
  return {
    folder,
    databaseUrl,
    accountId: randomUUID(),
    apiKey: `sv_${randomBytes(16).toString('hex')}`,
    locationKey: `pl_${randomBytes(16).toString('hex')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface ApiProcess extends Child {
  url: string;
}

/** An API process as containers run it, not yet started. */
export async function apiProcess(of: Deployment, name: string, env: Record<string, string> = {}): Promise<ApiProcess> {
  const { api } = await freePorts();
  const url = `http://127.0.0.1:${api}`;
  const child = new Child({
    name,
    main: join(ROOT, 'dist/apps/api/src/main.js'),
    folder: of.folder,
    readiness: `${url}/-/readiness`,
    env: {
      PORT: `${api}`,
      DATABASE_URL: of.databaseUrl,
      PHAROS_BOOTSTRAP_ACCOUNT_ID: of.accountId,
      PHAROS_BOOTSTRAP_API_KEY: of.apiKey,
      PHAROS_BOOTSTRAP_LOCATION_KEY: of.locationKey,
      PHAROS_RATE_LIMIT: 'off',
      ...env,
    },
  });
  return Object.assign(child, { url });
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Calls `work` so often, `width` at a time. */
export async function many<T>(times: number, width: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const numbers = Array.from({ length: times }, (_, at) => at).values();
  const found: T[] = [];
  const loop = async () => {
    for (const at of numbers) found.push(await work(at));
  };
  await Promise.all(Array.from({ length: width }, loop));
  return found;
}
