import { EnvReader, type Env } from './env-reader.js';
import { LOG_LEVELS, type LogLevel } from './log-level.js';

/** Decision 32. */
export interface AgentConfig {
  readonly apiKey: string;
  readonly apiUrl: string;
  readonly healthPort: number;
  /** Checks that may run at the same time, 1..1000. */
  readonly concurrency: number;
  /** The check types that it takes, of those that it can run; null: all of them. */
  readonly checkTypes: readonly string[] | null;
  readonly logLevel: LogLevel;
  /** Whether class, code, version and check type of the agent's own errors may be sent to the API. */
  readonly externalObservability: boolean;
  /** Where reports wait while the API cannot be reached. */
  readonly spoolDirectory: string;
  /** How long a drain may take before the agent stops anyway. */
  readonly graceSeconds: number;
  /** Whether TCP checks look names up as the operating system does. Reference 5.11. */
  readonly osDnsResolver: boolean;
  /** Whether failed connections of API and URL checks are looked into with a traceroute and a packet capture. */
  readonly failureEvidence: boolean;
  /** Whether the health port has GET /metrics. */
  readonly metrics: boolean;
}

/** Throws `ConfigError` with every problem. */
export function readAgentConfig(env: Env): AgentConfig {
  const read = new EnvReader(env);
  const apiKey = read.required('API_KEY', 'the key of the private location (pl_...)');
  if (apiKey && !/^pl_[0-9a-f]{32}$/.test(apiKey)) {
    read.refuse('API_KEY must be the key of a private location: pl_ and 32 hexadecimal digits', '');
  }
  return read.done({
    apiKey,
    apiUrl: read.url('PHAROS_API_URL', 'http://127.0.0.1:3000'),
    healthPort: read.whole('AGENT_HEALTH_PORT', 8081, 0, 65535),
    concurrency: read.whole('JOB_CONCURRENCY', 100, 1, 1000),
    checkTypes: checkTypes(read),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'INFO'),
    externalObservability: read.oneOf('EXTERNAL_OBSERVABILITY', ['on', 'off'], 'on') === 'on',
    spoolDirectory: read.text('PHAROS_SPOOL_DIRECTORY', '.pharos/spool'),
    graceSeconds: read.whole('PHAROS_GRACE_SECONDS', 300, 1, 3600),
    osDnsResolver: read.oneOf('USE_OS_DNS_RESOLVER', ['true', 'false'], 'false') === 'true',
    failureEvidence: read.oneOf('PHAROS_FAILURE_EVIDENCE', ['on', 'off'], 'on') === 'on',
    metrics: read.oneOf('PHAROS_METRICS', ['on', 'off'], 'on') === 'on',
  });
}

function checkTypes(read: EnvReader): readonly string[] | null {
  const types = read.list('PHAROS_AGENT_TYPES', []).map((name) => name.toUpperCase());
  const isType = (name: string) => /^[A-Z][A-Z0-9_]*$/.test(name);
  if (!types.every(isType)) return read.refuse('PHAROS_AGENT_TYPES must be a list of check types: URL,DNS', null);
  return types.length === 0 ? null : types;
}
