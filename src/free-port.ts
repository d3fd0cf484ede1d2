import { createServer } from 'node:net';
import { StartProblem } from './start-problem.js';

/** Refuses a port that something else listens on, naming the setting to change. 0 (any port) always passes. */
export async function requireFreePort(setting: string, port: number): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
  if (code) throw portProblem(setting, port, code);
}

/** What to say when listening failed with that system code. */
export function portProblem(setting: string, port: number, code: string): StartProblem {
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
  return new StartProblem(`Port ${port} ${why}: set ${setting} to another one`);
}
