import { fingerprint, startApi, type TestApi } from '#testing';
import type { Resource, World } from './description.js';
import { rowsOf, type Row } from './rows.js';
import { makeThing, run, type Thing } from './run.js';
import { newWorld } from './world.js';

/** A test for each row of each noun; what is refused must change nothing. */
export function testResources(resources: Resource[]): void {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api?.close());

  describe.each(resources.map((resource) => [resource.noun, resource] as const))('%s', (_noun, resource) => {
    const rows = rowsOf(resource).map((row) => [row.title, row] as [string, Row]);
    let world: World;
    let thing: Thing | null;

    beforeAll(async () => {
      world = await newWorld(api);
      thing = resource.update ? await makeThing(resource, world) : null;
      // What bodies refer to is there before anything is compared.
      await resource.params?.(world);
      await resource.body(world);
    });

    it.each(rows.filter(([, { outcome }]) => outcome.is !== 'refused'))('%s', (_title, row) =>
      expect(run(row, resource, world, thing)).resolves.toBeUndefined(),
    );

    describe('refusals', () => {
      let before: Record<string, string>;

      beforeAll(async () => {
        before = await fingerprint(api.sql, world.account.id);
      });

      it.each(rows.filter(([, { outcome }]) => outcome.is === 'refused'))('%s', (_title, row) =>
        expect(run(row, resource, world, thing)).resolves.toBeUndefined(),
      );

      it('have changed nothing', async () => expect(await fingerprint(api.sql, world.account.id)).toEqual(before));
    });
  });
}
