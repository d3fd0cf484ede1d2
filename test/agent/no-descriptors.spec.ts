import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildAgent } from './agent-process.js';
import { temporaryFolder } from './start-agent.js';

/** What it is told by everything of the agent that starts processes, once the system gives no more file descriptors. */
const PROGRAM = `
import { openSync } from 'node:fs';
import { runTool, startTool } from './system-tool.js';
import { runScriptProcess } from './scripts/script-process.js';
import { scriptUser } from './scripts/script-user.js';

const never = new AbortController().signal;
const limits = { timeMs: 5000, heapMegabytes: 64, memoryMegabytes: 384, outputBytes: 1000 };
const told = (promise) => promise.then(() => 'started', (error) => error.code ?? String(error));
process.stdout.write('');
try {
  for (;;) openSync('/dev/null');
} catch {}
const answers = [
  told(runTool('/bin/true', [], never)),
  told(startTool('/bin/true', [], never).said(/never/)),
  told(runScriptProcess('{}', limits, null, never)),
  told(scriptUser()),
];
process.stdout.write(JSON.stringify(await Promise.all(answers)));
process.exit(0);
`;

it('an agent without a free file descriptor goes on, and says what is wrong', async () => {
  const main = buildAgent(temporaryFolder());
  const program = join(dirname(main), 'program.mjs');
  writeFileSync(program, PROGRAM);
  const shell = 'ulimit -n 100 && exec "$0" "$1"';
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', shell, process.execPath, program]);
  // Nobody's rights are looked for by root only.
  const user = process.getuid?.() === 0 ? 'EMFILE' : 'started';
  expect(JSON.parse(stdout)).toEqual(['EMFILE', 'started', 'EMFILE', user]);
});
