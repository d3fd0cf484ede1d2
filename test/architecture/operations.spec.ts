import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf, type Route } from '#testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedDocument, nameOf } from '../contract/committed.js';
import type { Resource } from '../contract/description.js';
import { AGENT_PROBES, OPERATIONS } from '../contract/operations.js';
import { QUERIES } from '../contract/queries.js';
import { CHECKS, NETWORK_CHECKS, RESOURCES } from '../contract/resources/index.js';
import { callsIn, reached, type Call } from './called-operations.js';
import { ROOT } from './cruise.js';
import { sourceFiles, type SourceFile } from './tree.js';

const PAGE = join(ROOT, 'docs/operations.md');

const document = committedDocument();

const probe = (name: string): Route => {
  const [method, path] = name.split(' ') as [string, string];
  const operation = { summary: 'Probe of the agent', tags: ['Agent'], responses: {} };
  return { method, path, operation: operation as unknown as Route['operation'], parameters: [] };
};

const starred = (path: string) => path.replaceAll(/\{\w+\}/g, '*');

const rowsCall = ({ create, read, update }: Resource): Call[] => [
  ...(create ? [{ method: 'POST', path: starred(create.path) }] : []),
  ...(read ? [{ method: 'GET', path: starred(read) }] : []),
  ...(update ? [{ method: update.method, path: starred(update.path) }] : []),
];

/** What the tables of test/contract call: not to be read off their sources. */
const TABLES: Record<string, Call[]> = {
  'test/contract/checks.spec.ts': CHECKS.flatMap(rowsCall),
  'test/contract/network-checks.spec.ts': NETWORK_CHECKS.flatMap(rowsCall),
  'test/contract/resources.spec.ts': RESOURCES.filter(
    (resource) => ![...CHECKS, ...NETWORK_CHECKS].includes(resource),
  ).flatMap(rowsCall),
  'test/contract/queries.spec.ts': QUERIES.map(({ path }) => ({
    method: 'GET',
    path: path.replaceAll(/\{\w+\}/g, '*'),
  })),
};

/** Operation -> the spec files that call it. */
function coverage(routes: Route[], calls: Map<string, Call[]>): Map<Route, string[]> {
  const found = new Map(routes.map((route) => [route, new Set<string>()]));
  for (const [file, made] of calls)
    for (const call of made) for (const route of reached(call, routes)) found.get(route)!.add(file);
  return new Map([...found].map(([route, files]) => [route, [...files].toSorted()]));
}

function callsOf(folder: RegExp): Map<string, Call[]> {
  const files = sourceFiles().filter(({ path }) => path.endsWith('.spec.ts') && folder.test(path));
  return new Map(files.map((file) => [file.path, [...callsIn(file), ...(TABLES[file.path] ?? driven(file))]]));
}

/** What plays the agent for tests of the API: who drives it makes its calls. */
const FAKE_AGENT = sourceFiles().find(({ path }) => path === 'test/api/fake-agent.ts')!;
const driven = ({ text }: SourceFile) => (text.includes('fake-agent.js') ? callsIn(FAKE_AGENT) : []);

/** Not the sweeps over all operations: a test of its own is one that means the operation. */
const API_TESTS = /^(test\/api\/(?!tenancy|bad-input)|test\/contract\/(checks|network-checks|resources|queries))/;
const AGENT_TESTS = /^test\/agent\//;

const ofApi = () => coverage(routesOf(document), callsOf(API_TESTS));
const ofAgent = () => coverage(AGENT_PROBES.map(probe), callsOf(AGENT_TESTS));

const HEAD = `# Operations

Every operation of the service and the tests that call it. Generated from \`apps/api/openapi.json\` and the sources of the tests:
\`UPDATE_OPERATIONS=1 npx jest test/architecture/operations\` writes it anew, and without that the test fails when it is stale or an
operation has no test. Beside these tests, sweeps call all operations: with other accounts' ids (test/api/tenancy), bad input
(test/api/bad-input), every role, no key and unknown ids (test/contract/operations).

A section of the specification in the first column marks the 24 operations that it lists; the others are those of the full contract.
`;

function page(): string {
  const covered = [...ofApi(), ...ofAgent()];
  const groups = [...new Set(covered.map(([{ operation }]) => operation.tags![0]!))];
  const ordered = [...(document.tags ?? []).map(({ name }) => name), ...groups].filter(
    (name, at, all) => groups.includes(name) && all.indexOf(name) === at,
  );
  const tables = ordered.map((group) => {
    const rows = covered.filter(([{ operation }]) => operation.tags![0] === group).map(line);
    return `## ${group}\n\n| Spec | Operation | What | Success | Role | Tests |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${HEAD}\n${tables.join('\n')}`;
}

function line([route, files]: [Route, string[]]): string {
  const name = nameOf(route);
  const expected = OPERATIONS.find((one) => one.name === name);
  const section =
    AGENT_PROBES.includes(name) && route.operation.tags![0] === 'Agent' ? '4.9' : (expected?.section ?? '');
  const success = Object.keys(route.operation.responses).filter((status) => status < '300');
  const tests = files.map((file) => `[${file.replace(/^test\/|\.spec\.ts$/g, '').replace(/^apps\//, '')}](../${file})`);
  const cells = [
    section,
    `\`${name}\``,
    route.operation.summary,
    success.join(' ') || '200',
    expected?.role ?? '',
    tests.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

describe('docs/operations.md', () => {
  /** UPDATE_OPERATIONS=1 npx jest test/architecture/operations writes it anew. */
  it('is current', () => {
    const current = page();
    if (process.env['UPDATE_OPERATIONS'] === '1') writeFileSync(PAGE, current);
    expect(readFileSync(PAGE, 'utf8')).toBe(current);
  });

  it('has a test of its own for every operation', () => {
    const missing = [...ofApi(), ...ofAgent()].flatMap(([route, files]) => (files.length === 0 ? [nameOf(route)] : []));
    expect(missing).toEqual([]);
  });

  it('marks the 24 operations of the specification, and all of them exist', () => {
    const offered = new Set(routesOf(document).map(nameOf));
    const specified = OPERATIONS.filter(({ section }) => section !== null);
    expect(specified.filter(({ name }) => !offered.has(name)).map(({ name }) => name)).toEqual([]);
    expect(specified.length + AGENT_PROBES.length).toBe(24);
    const marked = page()
      .split('\n')
      .filter((row) => /^\| 4\.\d /.test(row));
    expect(marked).toHaveLength(24);
  });
});

describe('the requests that a test makes', () => {
  const routes = routesOf({
    paths: Object.fromEntries(
      ['/v1/checks', '/v1/checks/{id}', '/v1/checks/url', '/v1/sessions/{id}', '/v2/sessions/{id}'].map((path) => [
        path,
        { get: { responses: {} }, post: { responses: {} } },
      ]),
    ),
  } as unknown as OpenAPIObject);
  const found = (text: string) =>
    callsIn({ path: 'a.spec.ts', text }).flatMap((call) => reached(call, routes).map(nameOf));

  it.each<[string, string[]]>([
    [`client.get('/v1/checks')`, ['GET /v1/checks']],
    ['client.get<Check>(`/v1/checks?limit=${limit}`)', ['GET /v1/checks']],
    [
      'const PATH = "/v1/checks"; client.post(PATH, {}); client.get(`${PATH}/${id}`)',
      ['POST /v1/checks', 'GET /v1/checks/{id}'],
    ],
    [`client.post('/v1/checks/url')`, ['POST /v1/checks/url']],
    ['const at = (id) => `/v1/checks/${id}`; client.send("GET", at(3))', ['GET /v1/checks/{id}']],
    ['client.get(`/${version}/sessions/${id}`)', ['GET /v1/sessions/{id}', 'GET /v2/sessions/{id}']],
    ['fetch(`${url}/v1/checks`)', ['GET /v1/checks']],
    // Of any type is of none: what is not named is not tested.
    ['client.post(`/v1/checks/${type}`)', ['POST /v1/checks/{id}']],
    ['client.send(method, path)', []],
    [`client.put('/v1/checks')`, []],
    [`// client.get('/v1/checks')`, []],
  ])('%s', (text, names) => expect(found(text)).toEqual(names));
});
