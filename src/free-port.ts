import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartProblem } from './start-problem.js';

/**
 * Refuses a port that something else listens on, naming the setting to change; 0 (any port) always passes.
 * `patience`, in ms: for a port whose holder is about to end.
 */
export async function requireFreePort(setting: string, port: number, patience = 0): Promise<void> {
  for (const end = Date.now() + patience; ; await delay(100)) {
    const code = await listeningProblem(port);
    if (!code) return;
    if (Date.now() >= end) throw portProblem(setting, port, code);
  }
}

function listeningProblem(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
}

/** What to say when listening failed with that system code. */
export function portProblem(setting: string, port: number, code: string): StartProblem {
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
  return new StartProblem(`Port ${port} ${why}: set ${setting} to another one`);
}
