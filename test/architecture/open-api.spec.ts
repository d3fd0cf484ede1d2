import type { OpenAPIObject } from '@nestjs/swagger';
import { createOpenApiDocument } from '#http';
import { routesOf, startApi, type TestApi } from '#testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../apps/api/src/version.js';
import { ROOT } from './cruise.js';
import { documentationProblems, structureProblems } from './document-rules.js';

const COMMITTED = join(ROOT, 'apps/api/openapi.json');

let api: TestApi;
let document: OpenAPIObject;

beforeAll(async () => {
  api = await startApi();
  document = createOpenApiDocument(api.app, VERSION);
});
afterAll(() => api?.close());

describe('apps/api/openapi.json', () => {
  /** UPDATE_OPENAPI=1 npx jest test/architecture/open-api writes it anew. */
  it('is current', () => {
    const current = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(COMMITTED, current);
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(JSON.parse(current));
  });

  it('is what the API serves', async () => {
    const served = await fetch(`${api.url}/openapi.json`);
    expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is an OpenAPI 3.0 document', () => expect(structureProblems(document)).toEqual([]));

  it('explains every operation and every field', () => expect(documentationProblems(document)).toEqual([]));

  /** A new noun adds a line to libs/http/src/open-api-tags.ts. */
  it('explains every group of operations, the main job first, machines last', () => {
    const names = document.tags!.map(({ name }) => name);
    expect(document.tags!.filter(({ description }) => !description)).toEqual([]);
    expect([names[0], ...names.slice(-2)]).toEqual(['Checks', 'Agent gateway', 'Health']);
    expect(routesOf(document).filter(({ operation }) => operation.tags!.length !== 1)).toEqual([]);
  });
});

type Part = Record<string, unknown>;

/** The document after a change at a path of keys. */
function broken(path: string[], change: (part: Part) => void): OpenAPIObject {
  const copy = structuredClone(document);
  change(path.reduce<Part>((part, key) => part[key] as Part, copy as unknown as Part));
  return copy;
}

const without = (key: string) => (part: Part) => void delete part[key];
const POST = ['paths', '/v1/variables', 'post'];
const KEY = ['components', 'schemas', 'VariableView', 'properties', 'key'];

describe('the rules for the document', () => {
  it.each<[string, string[], (part: Part) => void, RegExp]>([
    ['a summary', POST, without('summary'), /POST \/v1\/variables has no summary/],
    ['a tag', POST, without('tags'), /has no tag/],
    ['security', POST, without('security'), /neither secured nor public/],
    ['a success', [...POST, 'responses'], without('201'), /documents no success/],
    ['401', [...POST, 'responses'], without('401'), /does not document 401/],
    ['413', [...POST, 'responses'], without('413'), /does not document 413/],
    ['404', ['paths', '/v1/variables/{key}', 'get', 'responses'], without('404'), /path parameter and no 404/],
    ['an id of its own', POST, (part) => (part['operationId'] = 'Variables_list'), /operationId Variables_list is not/],
    ['a description of a field', KEY, without('description'), /VariableView.key has no description/],
    ['an example of a field', KEY, without('example'), /VariableView.key has no example/],
  ])('miss %s', (_what, path, change, problem) => {
    expect(documentationProblems(broken(path, change))).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[string, string[], (part: Part) => void, RegExp]>([
    ['another version', [], (part) => (part['openapi'] = '2.0'), /openapi is "2.0"/],
    ['a reference to nothing', ['components', 'schemas'], without('VariableView'), /VariableView does not exist/],
    ['an unknown scheme', POST, (part) => (part['security'] = [{ other: [] }]), /unknown scheme other/],
    ['an undeclared parameter', ['paths', '/v1/variables/{key}', 'get'], without('parameters'), /not declare \{key\}/],
    ['a response without description', [...POST, 'responses', '201'], without('description'), /response 201 has no/],
  ])('refuse %s', (_what, path, change, problem) => {
    expect(structureProblems(broken(path, change))).toEqual([expect.stringMatching(problem)]);
  });
});
