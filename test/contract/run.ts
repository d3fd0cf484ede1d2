import type { ApiAnswer, ErrorBody } from '#testing';
import { CHOSEN, LEFT_OUT, type Json, type Resource, type World } from './description.js';
import { at, labelOf, type Row } from './rows.js';

/** A thing that rows of updates share: each changes one field of it. */
export interface Thing {
  /** Fills the parameters of its paths. */
  ids: Json;
}

/** Makes a thing of a resource. */
export async function makeThing(resource: Resource, world: World): Promise<Thing> {
  const params = (await resource.params?.(world)) ?? {};
  if (!resource.create) return { ids: { ...params, ...(await resource.make!(world)) } };
  const path = filled(resource.create.path, params);
  const { body } = (await world.client.post(path, await resource.body(world))).expect(resource.create.status);
  return { ids: idsOf(resource, body, params) };
}

/** A path with its parameters filled in. */
export function filled(template: string, ids: Json): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`Nothing fills {${name}} of ${template}`);
    return encodeURIComponent(String(ids[name]));
  });
}

export function idsOf({ called = {} }: Resource, answer: Json, params: Json): Json {
  const renamed = Object.entries(called).map(([name, other]) => [other, answer[name]]);
  return { ...answer, ...Object.fromEntries(renamed), ...params };
}

/** Sends a row's request and throws when not exactly what it says comes of it. */
export async function run(row: Row, resource: Resource, world: World, thing: Thing | null): Promise<void> {
  await (row.via === 'create' ? runCreate(row, resource, world) : runUpdate(row, resource, world, thing!));
}

async function runCreate(row: Row, resource: Resource, world: World): Promise<void> {
  const params = (await resource.params?.(world)) ?? {};
  const { path, status } = resource.create!;
  const answer = await world.client.post(filled(path, params), row.change(await resource.body(world)));
  if (row.outcome.is === 'refused') return refusedFor(answer, row);
  answer.expect(status);
  shows(row, answer.body);
  const shown = await read(resource, world, idsOf(resource, answer.body, params));
  if (shown !== null) shows(row, shown);
}

async function runUpdate(row: Row, resource: Resource, world: World, thing: Thing): Promise<void> {
  const { method, path, status, required = [] } = resource.update!;
  const before = await read(resource, world, thing.ids);
  const base = required.length === 0 ? {} : pick(await resource.body(world), required);
  const answer = await world.client.send(method, filled(path, thing.ids), row.change(base));
  if (row.outcome.is === 'refused') {
    refusedFor(answer, row);
    const volatile = resource.volatile ?? [];
    expect(without((await read(resource, world, thing.ids)) ?? {}, volatile)).toEqual(without(before ?? {}, volatile));
    return;
  }
  answer.expect(status);
  const after = await read(resource, world, thing.ids);
  shows(row, answer.body);
  if (after === null || before === null) return;
  shows(row, after);
  // Nothing else has changed (decision 6).
  const touched = [...required, ...Object.keys(row.change(base)), ...(resource.volatile ?? [])];
  expect(without(after, touched)).toEqual(without(before, touched));
}

/** Null where one cannot be read alone: then the answers have to do. */
const read = async (resource: Resource, world: World, ids: Json): Promise<Json | null> =>
  resource.read === undefined ? null : (await world.client.get(filled(resource.read, ids))).expect(200).body;

/** 400, in the error shape, naming the field. */
function refusedFor(answer: ApiAnswer<Json>, { path }: Row): void {
  answer.expect(400);
  const { message, attributes } = answer.body as unknown as ErrorBody;
  const named = [message, ...(attributes.violations ?? []).map(({ field }) => field)].join('\n');
  // A list or an object may be refused for what is in it, or with what it is in.
  if (!named.includes(labelOf(path))) throw new Error(`${answer.request}: "${named}" does not name ${labelOf(path)}`);
}

function shows({ path, outcome }: Row, body: unknown): void {
  const shown = at(body, path);
  if (outcome.is === 'hidden') expect(shown).toBe(LEFT_OUT);
  else if (outcome.is === 'ignored') expect(shown).not.toEqual(outcome.sent);
  else if (outcome.is === 'accepted' && outcome.reads === CHOSEN) expect(shown).not.toBe(LEFT_OUT);
  else if (outcome.is === 'accepted') expectShown(shown, outcome.reads);
}

/** Nested things may show more than was sent: ids, times, defaults. */
function expectShown(shown: unknown, sent: unknown): void {
  if (Array.isArray(sent)) {
    expect(shown).toHaveLength(sent.length);
    for (const [at, item] of sent.entries()) expectShown((shown as unknown[])[at], item);
  } else if (typeof sent === 'object' && sent !== null) expect(shown).toMatchObject(sent);
  else expect(shown).toBe(sent);
}

const pick = (body: Json, names: string[]): Json => Object.fromEntries(names.map((name) => [name, body[name]]));
const without = (body: Json, names: string[]): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
