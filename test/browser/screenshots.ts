import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routesOf } from '#testing';
import type { Locator, Page } from 'playwright-core';
import { build, ROOT } from '../assembly/built.js';
import { cleanEnv, freePorts, PharosProcess } from '../assembly/pharos-process.js';
import { openBrowser, type Browser } from './chromium.js';
import { SwaggerPage } from './swagger-page.js';
import { lastScreen, onTerminal, terminalPage } from './terminal.js';

/** `PORT=3000 npm run screenshots` makes the pictures of the README from the running thing; any free port without PORT. */

jest.setTimeout(300_000);

const DOCS = join(ROOT, 'docs');
const MOST_BYTES = 200_000;
const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const apiKey = `sv_${'example0'.repeat(4)}`;

let folder: string;
let pharos: PharosProcess;
let browser: Browser;
let api: string;

beforeAll(async () => {
  await build();
  mkdirSync(DOCS, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'pharos-screenshots-'));
  chmodSync(folder, 0o755);
  const free = await freePorts();
  const ports = { ...free, api: Number(process.env['PORT'] ?? free.api) };
  api = `http://127.0.0.1:${ports.api}`;
  pharos = new PharosProcess(folder, ports, { PHAROS_BOOTSTRAP_API_KEY: apiKey });
  browser = await openBrowser({ width: 1180, height: 1000 });
  await pharos.welcome();
});

afterAll(async () => {
  await browser?.close();
  await pharos?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Throws when the picture is too large for a repository. */
async function take(what: Page | Locator, name: string): Promise<void> {
  const { length } = await what.screenshot({ path: join(DOCS, name) });
  if (length >= MOST_BYTES) throw new Error(`${name} has ${length} bytes`);
}

test('the demo, on a terminal', async () => {
  const command = `${process.execPath} ${join(ROOT, 'dist/src/cli.js')} demo --seconds 60`;
  const text = lastScreen(await onTerminal(command, folder, cleanEnv()));
  const page = await browser.context.newPage();
  await page.setContent(terminalPage('npm run demo', text));
  await take(page.locator('body'), 'demo.png');
});

test('Swagger UI after "Try it out"', async () => {
  const swagger = new SwaggerPage(await browser.context.newPage());
  const document = await swagger.open(api);
  await take(swagger.page, 'swagger-ui.png');
  await swagger.authorize(apiKey, ACCOUNT);
  const route = routesOf(document).find(({ path }) => path === '/v1/check-results/{checkId}')!;
  expect((await swagger.tryOut(route)).shownStatus).toBe(200);
  const answer = swagger.block(route).locator('.live-responses-table');
  await answer.evaluate((element) => element.closest('.responses-inner')!.scrollIntoView());
  await take(swagger.page, 'swagger-ui-results.png');
});

test('the metrics of the pipeline, after the demo', async () => {
  const answer = await fetch(`${api}/metrics`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(answer.status).toBe(200);
  const wanted =
    /^pharos_(scheduler|lease|ingestion|sessions|waiting|database_pool|queue_\w+\{check_type="URL")(?!\w*_bucket)/;
  const lines = (await answer.text()).split('\n').filter((line) => wanted.test(line));
  const page = await browser.context.newPage();
  await page.setContent(
    terminalPage('curl -s http://127.0.0.1:3000/metrics   (the pipeline)', `\n${lines.join('\n')}\n\n`),
  );
  await take(page.locator('body'), 'metrics.png');
});
