import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './start-agent.js';

export interface FakeTool {
  path: string;
  /** Its arguments, one call a line, each followed by its environment. */
  calls: () => string;
}

/** A tool of the system as a shell script of the test; it notes how it was called. */
export function fakeTool(script: string): FakeTool {
  const folder = temporaryFolder();
  const [path, log] = [join(folder, 'tool'), join(folder, 'calls')];
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexport -p >> ${log}\n${script}\n`, { mode: 0o755 });
  return { path, calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}
