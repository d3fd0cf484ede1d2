import { ConfigError, readApiConfig } from '#config';
import { migrate } from '#persistence';
import { createApi } from './create-api.js';
import { Provisioning } from './provisioning/index.js';

/** One API process on a PostgreSQL of its own: what containers run. `npm start` starts the same with a database and an agent. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readApiConfig(env);
  await migrate(config.databaseUrl);
  await bootstrap(env);
  const app = await createApi(config);
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen(config.port);
}

/** Decision 31: the first account and its keys, where they are given. Replicas may do this at the same time. */
async function bootstrap(env: NodeJS.ProcessEnv): Promise<void> {
  const accountId = env['PHAROS_BOOTSTRAP_ACCOUNT_ID']?.trim() || undefined;
  const apiKey = env['PHAROS_BOOTSTRAP_API_KEY']?.trim() || undefined;
  const locationKey = env['PHAROS_BOOTSTRAP_LOCATION_KEY']?.trim() || undefined;
  if (!accountId && !apiKey && !locationKey) return;
  const provisioning = await Provisioning.open(readApiConfig(env));
  try {
    await provisioning.bootstrap({ accountId, apiKey, locationKey, examples: false });
  } finally {
    await provisioning.close();
  }
}

main(process.env).catch((error: unknown) => {
  const text =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`pharos-api: ${text}\n`);
  process.exit(1);
});
