import { spawn } from 'node:child_process';
import type { Logger } from '../logging.js';

/** A user, and a group, that owns nothing. */
const NOBODY = 65_534;

/**
 * The user, and the group, that scripts run as; null: the agent's own. A root agent takes nobody, unless Node lies where only
 * root can execute it: then scripts are root, too, with Node's permission model as their only wall, and the log says so.
 * Rejects where that cannot be found out now, e.g. without a free file descriptor.
 */
export async function scriptUser(logger?: Logger): Promise<number | null> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const problem = await problemOf(NOBODY);
  if (problem === null) return NOBODY;
  logger?.warn(
    { problem },
    'Scripts run as root: run the agent as another user, or put Node where others can execute it',
  );
  return null;
}

/** Through a shell, as scripts are started: what cannot be executed at all is told in the same way. */
function problemOf(user: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = { uid: user, gid: user, env: {}, cwd: '/', stdio: 'ignore' } as const;
    const child = spawn('/bin/sh', ['-c', 'exec "$0" --version', process.execPath], options);
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? null : `${process.execPath}: exit code ${code}`));
  });
}
