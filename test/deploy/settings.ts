import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAgentConfig, readApiConfig } from '#config';
import { ROOT } from '../assembly/built.js';

/** Read by Node and by the agent's HTTP client. */
const USUAL = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** The names of the environment that a process reads. */
export const READ_BY: Readonly<Record<'api' | 'agent', ReadonlySet<string>>> = {
  api: new Set([...USUAL, ...namesReadBy(readApiConfig), ...namesInEntryPoint()]),
  agent: new Set([...USUAL, ...namesReadBy(readAgentConfig)]),
};

/** Values as the files' comments say to make them, for what is a secret. */
export const FILLED: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'ab'.repeat(24),
  DATABASE_URL: 'postgres://pharos:secret@db.example.com:5432/pharos',
  REDIS_URL: 'redis://redis.example.com:6379',
  PHAROS_ENCRYPTION_KEY: 'ab'.repeat(32),
  PHAROS_BOOTSTRAP_API_KEY: `sv_${'ab'.repeat(16)}`,
  PHAROS_BOOTSTRAP_LOCATION_KEY: `pl_${'ab'.repeat(16)}`,
  API_KEY: `pl_${'ab'.repeat(16)}`,
};

/** Seconds that the API allows a request to arrive, and an agent needs after its grace period. */
export const SLOWEST_REQUEST = 60;
export const AFTER_GRACE = 30;

function namesReadBy(read: (env: NodeJS.ProcessEnv) => unknown): string[] {
  const names = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.add(String(name)) });
  expect(() => read(env)).toThrow('is required');
  return [...names];
}

/** The first account: read by main.ts itself. */
function namesInEntryPoint(): string[] {
  const text = readFileSync(join(ROOT, 'apps/api/src/main.ts'), 'utf8');
  return [...text.matchAll(/\benv(?:\['(\w+)'\]|\.(\w+))/g)].map(([, quoted, dotted]) => (quoted ?? dotted)!);
}
