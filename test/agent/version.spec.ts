import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_VERSION } from '#agent';

it("the agent's version is the package's", () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
  expect(AGENT_VERSION).toBe(manifest.version);
});
