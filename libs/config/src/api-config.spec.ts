import { readAgentConfig } from './agent-config.js';
import { readApiConfig } from './api-config.js';
import { ConfigError } from './env-reader.js';

const DATABASE_URL = 'postgres://u:p@db/pharos';
const KEY = 'AB'.repeat(32);

const problems = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('readApiConfig', () => {
  it('needs the database only', () => {
    expect(readApiConfig({ DATABASE_URL })).toMatchObject({
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      rateLimit: 600,
      trustProxy: false,
      accountHeaders: ['x-service-account'],
      retentionDays: 30,
      logLevel: 'INFO',
    });
    expect(readApiConfig({ DATABASE_URL }).denyTargets).toContain('169.254.0.0/16');
  });

  it('reads what is set', () => {
    const config = readApiConfig({
      DATABASE_URL: 'postgresql://db/pharos',
      PORT: '8080',
      PHAROS_RATE_LIMIT: 'off',
      PHAROS_TRUST_PROXY: '2',
      PHAROS_RETENTION_DAYS: '180',
      PHAROS_ACCOUNT_HEADERS: 'X-One, x-two',
      PHAROS_ENCRYPTION_KEY: KEY,
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      rateLimit: 'off',
      trustProxy: 2,
      retentionDays: 180,
      accountHeaders: ['x-service-account', 'x-one', 'x-two'],
      encryptionKey: KEY.toLowerCase(),
      logLevel: 'DEBUG',
    });
  });

  it('reports every problem with its name, and no secret', () => {
    const found = problems(() =>
      readApiConfig({
        DATABASE_URL: 'mysql://u:hunter2@db',
        PORT: 'x',
        PHAROS_RATE_LIMIT: '0',
        PHAROS_RETENTION_DAYS: '1',
        PHAROS_ENCRYPTION_KEY: 'short-secret',
        PHAROS_PUBLIC_URL: 'nowhere',
        PHAROS_DENY_TARGETS: 'not-an-address',
        LOG_LEVEL: 'loud',
      }),
    );
    for (const name of [
      'DATABASE_URL',
      'PORT',
      'PHAROS_RATE_LIMIT',
      'PHAROS_RETENTION_DAYS',
      'PHAROS_ENCRYPTION_KEY',
      'PHAROS_PUBLIC_URL',
      'PHAROS_DENY_TARGETS',
      'LOG_LEVEL',
    ])
      expect(found.filter((problem) => problem.startsWith(name))).toHaveLength(1);
    expect(found.join()).not.toMatch(/hunter2|short-secret/);
  });

  it('takes a Redis, or none', () => {
    expect(readApiConfig({ DATABASE_URL }).redisUrl).toBeNull();
    expect(readApiConfig({ DATABASE_URL, REDIS_URL: 'rediss://:p@redis:6380/1' }).redisUrl).toBe(
      'rediss://:p@redis:6380/1',
    );
    expect(problems(() => readApiConfig({ DATABASE_URL, REDIS_URL: 'redis:6379' }))).toEqual([
      'REDIS_URL must start with redis:// or rediss://',
    ]);
  });

  it('needs an encryption key in production', () => {
    expect(problems(() => readApiConfig({ DATABASE_URL, NODE_ENV: 'production' }))).toEqual([
      expect.stringMatching(/^PHAROS_ENCRYPTION_KEY is required/),
    ]);
    expect(problems(() => readApiConfig({ DATABASE_URL, NODE_ENV: 'production', PHAROS_ENCRYPTION_KEY: KEY }))).toEqual(
      [],
    );
  });
});

describe('readAgentConfig', () => {
  const API_KEY = `pl_${'0a'.repeat(16)}`;

  it('needs the key only', () => {
    expect(readAgentConfig({ API_KEY })).toMatchObject({
      apiKey: API_KEY,
      apiUrl: 'http://127.0.0.1:3000',
      healthPort: 8081,
      concurrency: 100,
      externalObservability: true,
    });
    expect(readAgentConfig({ API_KEY, EXTERNAL_OBSERVABILITY: 'OFF' }).externalObservability).toBe(false);
    expect(readAgentConfig({ API_KEY }).osDnsResolver).toBe(false);
    expect(readAgentConfig({ API_KEY, USE_OS_DNS_RESOLVER: 'true' }).osDnsResolver).toBe(true);
  });

  it.each([
    [{}, 'API_KEY'],
    [{ API_KEY: 'sv_0a' }, 'API_KEY'],
    [{ API_KEY, JOB_CONCURRENCY: '1001' }, 'JOB_CONCURRENCY'],
    [{ API_KEY, AGENT_HEALTH_PORT: '70000' }, 'AGENT_HEALTH_PORT'],
    [{ API_KEY, EXTERNAL_OBSERVABILITY: 'maybe' }, 'EXTERNAL_OBSERVABILITY'],
  ])('refuses %j for %s', (env, name) => {
    expect(problems(() => readAgentConfig(env))).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });
});
