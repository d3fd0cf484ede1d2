import type { Field, Resource, World } from './description.js';
import { privateLocations } from './resources/private-locations.js';
import { urlChecks } from './resources/url-checks.js';
import { variables } from './resources/variables.js';
import { rowsOf } from './rows.js';
import { makeThing, run } from './run.js';
import { startWorld } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.api.close());

/** Titles of the rows that fail. */
async function failing(resource: Resource): Promise<string[]> {
  const thing = resource.update ? await makeThing(resource, world) : null;
  const failed: string[] = [];
  for (const row of rowsOf(resource)) await run(row, resource, world, thing).catch(() => failed.push(row.title));
  return failed;
}

const only = (resource: Resource, names: string[], change: Record<string, Partial<Field>> = {}): Resource => ({
  ...resource,
  fields: Object.fromEntries(names.map((name) => [name, { ...resource.fields[name], ...change[name] } as Field])),
});

/** A description that is wrong in one way makes exactly the rows fail that are about it. */
describe('a wrong description is noticed', () => {
  it.each<[string, Resource, string[]]>([
    ['none', only(variables, ['key', 'value', 'locked']), []],
    ['a wrong default', only(variables, ['locked'], { locked: { default: true } }), ['create locked: may be absent']],
    [
      'a field that is not answered',
      only(variables, ['locked'], { locked: { default: undefined } }),
      ['create locked: may be absent'],
    ],
    [
      'a field that takes null',
      only(variables, ['locked'], { locked: { nullable: true } }),
      ['create locked: takes null', 'update locked: takes null'],
    ],
    [
      'a field that does not take null',
      only(privateLocations, ['proxyUrl'], { proxyUrl: { nullable: undefined } }),
      ['create proxyUrl: refuses null', 'update proxyUrl: refuses null'],
    ],
    [
      'a field that may be absent',
      only(variables, ['value'], { value: { required: undefined } }),
      ['create value: may be absent'],
    ],
    [
      'a field that is required',
      only(variables, ['locked'], { locked: { required: true } }),
      ['create locked: is required'],
    ],
    [
      'another highest value',
      only(urlChecks, ['maxResponseTime'], { maxResponseTime: { max: 29_999 } as Partial<Field> }),
      ['create maxResponseTime: refuses 30000', 'update maxResponseTime: refuses 30000'],
    ],
    [
      'another lowest value',
      only(urlChecks, ['maxResponseTime'], { maxResponseTime: { min: -1 } as Partial<Field> }),
      ['create maxResponseTime: takes -1', 'update maxResponseTime: takes -1'],
    ],
    [
      'a value more in an enumeration',
      only(urlChecks, ['checkType'], { checkType: { values: ['URL', 'PING'] } as Partial<Field> }),
      ['create checkType: takes "PING"', 'update checkType: takes "PING"'],
    ],
    [
      'a read-only field',
      only(privateLocations, ['name'], { name: { type: 'ignored', sent: 'Another name' } as Partial<Field> }),
      ['create name: ignored', 'update name: ignored'],
    ],
    [
      'a hidden field',
      only(variables, ['value'], { value: { writeOnly: true } }),
      [
        'create value: takes ""',
        'create value: takes "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy... (202)',
        'create value: takes "Grüße \\"\\\\\\" \u{1f388} <b>"',
        'update value: takes ""',
        'update value: takes "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy... (202)',
        'update value: takes "Grüße \\"\\\\\\" \u{1f388} <b>"',
      ],
    ],
    [
      'another success status',
      { ...only(variables, ['locked']), create: { path: '/v1/variables', status: 200 }, update: undefined },
      ['create locked: takes true', 'create locked: takes false', 'create locked: may be absent'],
    ],
    [
      'an update that needs nothing',
      { ...only(variables, ['locked']), update: { ...variables.update!, required: [] } },
      ['update locked: takes true', 'update locked: takes false'],
    ],
  ])('%s', async (_what, resource, rows) => expect(await failing(resource)).toEqual(rows));
});
