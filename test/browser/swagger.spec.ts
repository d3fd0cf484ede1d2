import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routesOf, type Route } from '#testing';
import type { OpenAPIObject } from '@nestjs/swagger';
import { build } from '../assembly/built.js';
import { freePorts, PharosProcess } from '../assembly/pharos-process.js';
import { CHROMIUM, openBrowser, type Browser } from './chromium.js';
import { SwaggerPage, type Tried } from './swagger-page.js';

// Every operation is opened and executed by a browser: minutes on a busy machine.
jest.setTimeout(400_000);

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const apiKey = `sv_${'5b'.repeat(16)}`;

/** What cannot work with the examples, and why. It must fail exactly so: an exception that is not needed any more is refused. */
const EXCEPTIONS: Record<string, { status: number; why: string }> = {
  'GET /v1/error-groups/{id}': { status: 404, why: 'there is no error before a check has failed' },
  'GET /v1/check-results/{checkId}/{checkResultId}/assets/{name}': {
    status: 404,
    why: 'the example check leaves no files',
  },
  'GET /check-groups/{groupId}/trigger/{token}': {
    status: 404,
    why: 'anybody can read the document, so it holds no token',
  },
  'GET /checks/{checkId}/trigger/{token}': { status: 404, why: 'anybody can read the document, so it holds no token' },
};
/** Lists that are empty on a fresh start, and why. One that is not empty is refused, too. */
const EMPTY: Record<string, string> = {
  'GET /v1/check-alerts': 'nothing has failed',
  'GET /v1/check-alerts/{checkId}': 'nothing has failed',
  'GET /v1/private-locations/{id}/outages': 'the agent has been there since the start',
  'GET /v1/error-groups': 'nothing has failed',
  'GET /v1/error-groups/checks/{checkId}': 'nothing has failed',
};

if (!CHROMIUM)
  process.stderr.write('No Chromium on this machine (CHROMIUM_PATH): the tests of Swagger UI are skipped.\n');

(CHROMIUM ? describe : describe.skip)('Swagger UI in a browser, on a fresh start', () => {
  let folder: string;
  let pharos: PharosProcess;
  let browser: Browser;
  let swagger: SwaggerPage;
  let document: OpenAPIObject;

  beforeAll(async () => {
    await build();
    folder = mkdtempSync(join(tmpdir(), 'pharos-swagger-'));
    chmodSync(folder, 0o755);
    const ports = await freePorts();
    pharos = new PharosProcess(folder, ports, { PHAROS_BOOTSTRAP_API_KEY: apiKey });
    browser = await openBrowser();
    await pharos.welcome();
    swagger = new SwaggerPage(await browser.context.newPage());
    document = await swagger.open(`http://127.0.0.1:${ports.api}`);
  });

  afterAll(async () => {
    await browser?.close();
    await pharos?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('authorises key and account in one go, and keeps them over a reload', async () => {
    expect(await swagger.isAuthorized()).toBe(false);
    await swagger.authorize(apiKey, ACCOUNT);
    expect(await swagger.isAuthorized()).toBe(true);
    await swagger.page.reload();
    await swagger.page.locator('.opblock').first().waitFor();
    expect(await swagger.isAuthorized()).toBe(true);
  });

  it('every read and every creation works with the examples as they are', async () => {
    const routes = routesOf(document).filter(isReadOrCreation);
    expect(routes.length).toBeGreaterThan(20);
    const problems: string[] = [];
    const groups = document.tags!.map(({ name }) => name);
    for (const group of groups) await swagger.toggle(group);
    // Reads first: what a creation adds must not make one work.
    for (const method of ['GET', 'POST']) {
      for (const group of groups) {
        const chosen = routes.filter((route) => route.method === method && route.operation.tags![0] === group);
        if (chosen.length === 0) continue;
        await swagger.toggle(group);
        for (const route of chosen) problems.push(...problemsOf(route, await swagger.tryOut(route)));
        await swagger.toggle(group);
      }
    }
    expect(problems).toEqual([]);
  });

  it('asks no other machine for anything', () => expect(browser.external).toEqual([]));
});

function problemsOf(route: Route, { shownStatus, url, body }: Tried): string[] {
  const name = `${route.method} ${route.path}`;
  const wanted = EXCEPTIONS[name]?.status ?? successOf(route);
  const filled = [...url.searchParams.keys()].filter((key) => !mayBeFilled(route, key));
  return [
    ...(shownStatus === wanted ? [] : [`${name}: ${shownStatus} ${JSON.stringify(body)}`]),
    ...(Array.isArray(body) && (body.length === 0) !== name in EMPTY ? [`${name}: ${body.length} items`] : []),
    ...(filled.length > 0 ? [`${name}: ${filled.join(', ')} should start empty`] : []),
  ];
}

/** Routes of agents need the key of a location; reports and leases are nothing to try out. */
function isReadOrCreation({ method, operation }: Route): boolean {
  const forAgents = operation.security?.some((requirement) => 'locationKey' in requirement) === true;
  return !forAgents && (method === 'GET' || (method === 'POST' && '201' in operation.responses));
}

const successOf = ({ operation }: Route) =>
  Number(Object.keys(operation.responses).find((code) => code.startsWith('2')));

/** Optional parameters start empty, but for defaults, which say what happens anyway. */
function mayBeFilled({ operation }: Route, name: string): boolean {
  const parameter = operation.parameters?.find((each) => 'name' in each && each.name === name);
  if (!parameter || '$ref' in parameter) return false;
  return parameter.required === true || (parameter.schema !== undefined && 'default' in parameter.schema);
}
