import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAgent, type Agent, type AgentOptions } from '#agent';
import type { AgentConfig } from '#config';
import { LOCATION_KEY, type FakeApi } from './fake-api.js';

export const silent = pino({ level: 'silent' });

const folders: string[] = [];
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** A folder that is gone after the test file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pharos-agent-'));
  folders.push(path);
  return path;
}

/** An agent in this process, on a free health port. The caller stops it. */
export async function startAgent(
  api: Pick<FakeApi, 'url'>,
  spoolDirectory: string,
  config: Partial<AgentConfig> = {},
  options: AgentOptions = {},
): Promise<Agent> {
  const whole: AgentConfig = {
    apiKey: LOCATION_KEY,
    apiUrl: api.url,
    healthPort: 0,
    concurrency: 100,
    checkTypes: null,
    logLevel: 'ERROR',
    externalObservability: false,
    spoolDirectory,
    graceSeconds: 20,
    osDnsResolver: false,
    failureEvidence: options.gatherEvidence !== undefined,
    metrics: true,
    ...config,
  };
  const agent = await createAgent(whole, { logger: silent, ...options });
  await agent.start();
  return agent;
}
