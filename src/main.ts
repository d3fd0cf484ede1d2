import type { AddressInfo } from 'node:net';
import { createApi, EXAMPLE_ACCOUNT_ID, Provisioning } from '#api';
import { readAgentConfig, readApiConfig, type ApiConfig } from '#config';
import { AgentProcess } from './agent-process.js';
import { locationKey, migrateAll, openDatabase } from './database.js';
import { extensions } from './extensions.js';
import { awaitFirstResult } from './first-result.js';
import { portProblem, requireFreePort } from './free-port.js';
import { onStopSignal } from './signals.js';
import { Stack, StoppedError, type Part } from './stack.js';
import { explain, StartProblem } from './start-problem.js';
import { printWelcome } from './welcome.js';

const log = (line: string) => process.stderr.write(`pharos: ${line}\n`);
const stopped = new AbortController();
const stack = new Stack((name, error) => log(`the ${name} did not stop in order: ${explain(error)}`));

/** Ends the process after everything has stopped in reverse order. */
async function finish(code: number): Promise<void> {
  stopped.abort();
  await stack.stop();
  process.exit(code);
}

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const announcedUrl = env.PHAROS_PUBLIC_URL?.trim() || `http://127.0.0.1:${env.PORT?.trim() || 3000}`;
  const database = await stack.start('database', () =>
    openDatabase(env, announcedUrl, log, () => {
      log('the database ended: stopping');
      void finish(1);
    }),
  );
  const config = readApiConfig(database.env);
  const agentKey = locationKey(env);
  const agent = readAgentConfig({ PHAROS_GRACE_SECONDS: '30', ...env, API_KEY: agentKey });
  if (config.port === agent.healthPort && config.port !== 0) {
    throw new StartProblem(`PORT and AGENT_HEALTH_PORT are both ${config.port}: set AGENT_HEALTH_PORT to another one`);
  }
  await requireFreePort('PORT', config.port);
  // The agent of a killed start finishes what it runs and holds its port as long.
  const patience = database.afterKill ? (agent.graceSeconds + 5) * 1000 : 0;
  await requireFreePort('AGENT_HEALTH_PORT', agent.healthPort, patience);
  await migrateAll(config.databaseUrl);
  const first = await bootstrap(config, env, agentKey, database.embedded);
  const { localUrl } = await stack.start('API', () => startApi(config));
  const { healthUrl } = await stack.start('agent', async () => {
    const { healthPort, graceSeconds } = agent;
    const child = new AgentProcess({ locationKey: agentKey, apiUrl: localUrl, healthPort, graceSeconds, log });
    const port = await child.start();
    return { healthUrl: `http://127.0.0.1:${port}/health`, stop: () => child.stop(), abandon: () => child.abandon() };
  });
  const { apiKey, exampleCheckId } = first;
  if (apiKey && exampleCheckId) await awaitFirstResult(localUrl, apiKey, exampleCheckId, stopped.signal);
  if (stopped.signal.aborted) return;
  const keyIsGiven = Boolean(env.PHAROS_BOOTSTRAP_API_KEY?.trim());
  printWelcome({
    apiUrl: env.PHAROS_PUBLIC_URL?.trim() ? config.publicUrl : localUrl,
    healthUrl,
    accountId: first.accountId,
    newApiKey: keyIsGiven ? undefined : apiKey,
    keyIsGiven,
    exampleCheckId,
    embedded: database.embedded,
  });
}

async function bootstrap(config: ApiConfig, env: NodeJS.ProcessEnv, agentKey: string, examples: boolean) {
  const provisioning = await Provisioning.open(config);
  try {
    return await provisioning.bootstrap({
      accountId: env.PHAROS_BOOTSTRAP_ACCOUNT_ID?.trim() || (examples ? EXAMPLE_ACCOUNT_ID : undefined),
      apiKey: env.PHAROS_BOOTSTRAP_API_KEY?.trim() || undefined,
      locationKey: agentKey,
      examples,
    });
  } finally {
    await provisioning.close();
  }
}

async function startApi(config: ApiConfig): Promise<Part & { localUrl: string }> {
  const app = await createApi(config, extensions);
  try {
    await app.listen(config.port);
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    throw code?.startsWith('EA') ? portProblem('PORT', config.port, code) : error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { localUrl: `http://127.0.0.1:${port}`, stop: () => app.close() };
}

onStopSignal(
  () => void finish(0),
  () => {
    stack.abandon();
    process.exit(1);
  },
);
start({ ...process.env }).catch(async (error: unknown) => {
  if (error instanceof StoppedError || stopped.signal.aborted) return;
  log(explain(error));
  await finish(1);
});
