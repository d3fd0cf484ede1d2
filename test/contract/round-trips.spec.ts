import { startApi, type TestApi } from '#testing';
import * as fc from 'fast-check';
import { bodiesOf, differences, shownOf } from './arbitraries.js';
import type { Json, Resource, World } from './description.js';
import { RESOURCES } from './resources/index.js';
import { filled, idsOf } from './run.js';
import { newWorld } from './world.js';

const RUNS = 25;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

/** Creates one with a generated body, and says where what is read differs from it. */
async function created(resource: Resource, world: World, generated: Json) {
  const { path, status } = resource.create!;
  const params = (await resource.params?.(world)) ?? {};
  const body = { ...(await resource.body(world)), ...generated };
  const answer = (await world.client.post(filled(path, params), body)).expect(status).body;
  const ids = idsOf(resource, answer, params);
  return { ids, shown: shownOf(resource.fields, body, 'defaults') };
}

async function updated(resource: Resource, world: World, ids: Json, generated: Json) {
  const { method, path, status, required = [] } = resource.update!;
  const base = await resource.body(world);
  const body = { ...Object.fromEntries(required.map((name) => [name, base[name]])), ...generated };
  return { body, answer: (await world.client.send(method, filled(path, ids), body)).expect(status).body };
}

const read = async ({ read: path }: Resource, world: World, ids: Json) =>
  (await world.client.get(filled(path!, ids))).expect(200).body;

const READABLE = RESOURCES.filter(({ create, read: path }) => create && path);
const of = (resources: Resource[]) => resources.map((resource) => [resource.noun, resource] as const);

it.each(of(READABLE))('any %s read as they were created', async (_noun, resource) => {
  const world = await newWorld(api);
  const property = fc.asyncProperty(bodiesOf(resource, 'create'), async (generated) => {
    const { ids, shown } = await created(resource, world, generated);
    const wanted = resource.shown?.(shown) ?? shown;
    expect(differences(await read(resource, world, ids), wanted)).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS });
});

it.each(of(READABLE.filter(({ update }) => update)))(
  'any %s read as they were updated, the rest unchanged',
  async (_noun, resource) => {
    const world = await newWorld(api);
    const both = [bodiesOf(resource, 'create'), bodiesOf(resource, 'update')] as const;
    const property = fc.asyncProperty(...both, async (first, second) => {
      const { ids, shown } = await created(resource, world, first);
      const { body, answer } = await updated(resource, world, ids, second);
      const kept = Object.entries(shown).filter(([name]) => !resource.volatile?.includes(name));
      const changed = { ...Object.fromEntries(kept), ...shownOf(resource.fields, body, 'unchanged') };
      const wanted = resource.shown?.(changed) ?? changed;
      expect(differences(await read(resource, world, ids), wanted)).toEqual([]);
      expect(differences(answer, wanted)).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS });
  },
);
