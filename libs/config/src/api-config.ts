import { addressPolicy } from '#domain';
import { readArtifactsConfig, type ArtifactsConfig } from './artifacts-config.js';
import { EnvReader, type Env } from './env-reader.js';
import { LOG_LEVELS, type LogLevel } from './log-level.js';

/** Decision 31. */
export interface ApiConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** Where all replicas count requests together; null: each process counts its own. */
  readonly redisUrl: string | null;
  readonly publicUrl: string;
  /** Reverse proxies in front of the API whose X-Forwarded-For is believed: a number of hops, or false. */
  readonly trustProxy: number | false;
  /** Requests per key and 60 s; `off` also turns the limits of single routes off. */
  readonly rateLimit: number | 'off';
  /** 32 bytes as 64 hexadecimal digits. */
  readonly encryptionKey: string;
  /** Names of the account header, lower-case, in order of preference. */
  readonly accountHeaders: readonly string[];
  /** Addresses and CIDR ranges that checks may not connect to. */
  readonly denyTargets: readonly string[];
  /** On SIGTERM: seconds between readiness 503 and closing the port, so that orchestrators stop sending requests first. */
  readonly drainSeconds: number;
  /** Whole days that results, and what is noted beside them, are kept; today's come on top. */
  readonly retentionDays: number;
  readonly logLevel: LogLevel;
  /** Whether anybody who reaches the port may read GET /metrics. */
  readonly metrics: boolean;
  readonly artifacts: ArtifactsConfig;
}

const METADATA_ADDRESSES = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32'];
/** Only for development and the tests; refused when NODE_ENV=production. */
const DEVELOPMENT_KEY = '00'.repeat(32);

/** Throws `ConfigError` with every problem. */
export function readApiConfig(env: Env): ApiConfig {
  const read = new EnvReader(env);
  const port = read.whole('PORT', 3000, 0, 65535);
  const proxies = read.whole('PHAROS_TRUST_PROXY', 0, 0, 10);
  return read.done({
    port,
    databaseUrl: databaseUrl(read),
    databasePoolSize: read.whole('PHAROS_DATABASE_POOL', 20, 2, 200),
    redisUrl: redisUrl(read),
    publicUrl: read.url('PHAROS_PUBLIC_URL', `http://127.0.0.1:${port}`),
    trustProxy: proxies === 0 ? (false as const) : proxies,
    rateLimit:
      read.text('PHAROS_RATE_LIMIT') === 'off' ? ('off' as const) : read.whole('PHAROS_RATE_LIMIT', 600, 1, 1_000_000),
    encryptionKey: encryptionKey(read),
    accountHeaders: ['x-service-account', ...read.list('PHAROS_ACCOUNT_HEADERS', []).map((name) => name.toLowerCase())],
    denyTargets: denyTargets(read),
    drainSeconds: read.whole('PHAROS_DRAIN_SECONDS', 5, 0, 300),
    retentionDays: read.whole('PHAROS_RETENTION_DAYS', 30, 2, 3_650),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'INFO'),
    metrics: read.oneOf('PHAROS_METRICS', ['on', 'off'], 'on') === 'on',
    artifacts: readArtifactsConfig(read),
  });
}

function denyTargets(read: EnvReader): readonly string[] {
  const ranges = read.list('PHAROS_DENY_TARGETS', METADATA_ADDRESSES);
  try {
    addressPolicy(ranges);
    return ranges;
  } catch (error) {
    return read.refuse(`PHAROS_DENY_TARGETS: ${(error as Error).message}`, METADATA_ADDRESSES);
  }
}

function databaseUrl(read: EnvReader): string {
  const url = read.required('DATABASE_URL', 'postgres://user:password@host:5432/database');
  if (url && !/^postgres(ql)?:\/\//.test(url)) read.refuse('DATABASE_URL must start with postgres://', '');
  return url;
}

function redisUrl(read: EnvReader): string | null {
  const url = read.text('REDIS_URL') ?? null;
  return url === null || (/^rediss?:\/\//.test(url) && URL.canParse(url))
    ? url
    : read.refuse('REDIS_URL must start with redis:// or rediss://', null);
}

function encryptionKey(read: EnvReader): string {
  const key = read.text('PHAROS_ENCRYPTION_KEY');
  if (key === undefined) {
    return read.text('NODE_ENV') === 'production'
      ? read.refuse(
          'PHAROS_ENCRYPTION_KEY is required when NODE_ENV=production: 64 hexadecimal digits (openssl rand -hex 32)',
          '',
        )
      : DEVELOPMENT_KEY;
  }
  return /^[0-9a-f]{64}$/i.test(key)
    ? key.toLowerCase()
    : read.refuse('PHAROS_ENCRYPTION_KEY must be 64 hexadecimal digits (openssl rand -hex 32)', '');
}
