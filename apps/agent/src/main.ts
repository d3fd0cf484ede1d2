import { ConfigError, readAgentConfig } from '#config';
import { createAgent, PortTaken, type Agent } from './create-agent.js';

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

async function main(): Promise<void> {
  const agent = await createAgent(readAgentConfig(process.env));
  stopOnSignals(agent);
  await agent.start();
  // Tells a supervisor where the probes are.
  process.send?.({ type: 'listening', port: agent.port() });
}

main().catch(fail);
