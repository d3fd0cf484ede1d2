import { ConfigError, readAgentConfig, type Env } from '#config';
import { createAgent, PortTaken, type Agent } from './create-agent.js';
import type { AgentExtension } from './extension.js';

/** Problems that a person can mend are said in plain lines; anything else with its stack. */
function fail(error: unknown): never {
  const known = error instanceof ConfigError || error instanceof PortTaken;
  const text = error instanceof Error ? ((known ? error.message : error.stack) ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** The first signal drains, a second one ends the process at once. */
function stopOnSignals(agent: Agent): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    agent.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The supervisor that started this agent (`npm start`) is gone: nobody else would stop it.
  process.once('disconnect', () => {
    if (!stopping) stop();
  });
}

/**
 * The whole life of an agent's process: it starts, works until a signal ends it, and exits. A file that calls this with
 * extensions is an agent with check types of your own.
 */
export async function runAgent(env: Env, extensions: readonly AgentExtension[] = []): Promise<void> {
  try {
    const agent = await createAgent(readAgentConfig(env), { extensions });
    stopOnSignals(agent);
    await agent.start();
    // Tells a supervisor where the probes are.
    process.send?.({ type: 'listening', port: agent.port() });
  } catch (error) {
    fail(error);
  }
}
