import { ConfigError, readApiConfig, type ApiConfig } from '#config';
import { databaseProblem, DatabaseUnreachable, migrate, WrongEncryptionKey } from '#persistence';
import { createApi } from './create-api.js';
import { Provisioning } from './provisioning/index.js';

/** How long a start waits for a database that is away, in milliseconds. Orchestrators start things in any order. */
const DATABASE_PATIENCE_MS = 60_000;

/** One API process on a PostgreSQL of its own: what containers run. `npm start` starts the same with a database and an agent. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readApiConfig(env);
  await migrate(config.databaseUrl, [], { ms: DATABASE_PATIENCE_MS, log: say });
  await bootstrap(env, config);
  const app = await createApi(config);
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen(config.port);
}

/** Decision 31: the first account and its keys, where they are given. Replicas may do this at the same time. */
async function bootstrap(env: NodeJS.ProcessEnv, config: ApiConfig): Promise<void> {
  const accountId = env['PHAROS_BOOTSTRAP_ACCOUNT_ID']?.trim() || undefined;
  const apiKey = env['PHAROS_BOOTSTRAP_API_KEY']?.trim() || undefined;
  const locationKey = env['PHAROS_BOOTSTRAP_LOCATION_KEY']?.trim() || undefined;
  if (!accountId && !apiKey && !locationKey) return;
  const provisioning = await Provisioning.open(config);
  try {
    await provisioning.bootstrap({ accountId, apiKey, locationKey, examples: false });
  } finally {
    await provisioning.close();
  }
}

function say(line: string): void {
  process.stderr.write(`pharos-api: ${line}\n`);
}

/** One line for what an operator can mend, everything else with its stack. */
function explain(error: unknown): string {
  if ([ConfigError, DatabaseUnreachable, WrongEncryptionKey].some((kind) => error instanceof kind))
    return (error as Error).message;
  const why = databaseProblem(error);
  if (why !== undefined) return new DatabaseUnreachable(why, error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main(process.env).catch((error: unknown) => {
  say(explain(error));
  process.exit(1);
});
