import type { ApiClient, TestAccount, TestApi } from '#testing';

/**
 * What a noun's fields must be, written down from the specification and, where that is silent, from the reference: never from
 * the code. One generator (rows.ts) makes the tests of all nouns from these.
 */
export interface Resource {
  noun: string;
  /** Where it is described. */
  source: string;
  fields: Record<string, Field>;
  /** Absent for what no request makes: then `make` does. */
  create?: { path: string; status: number };
  /** Makes one without a request; answers what fills the paths. */
  make?(world: World): Promise<Json>;
  /** Absent where one cannot be read alone. */
  read?: string;
  /** `required` stays required (decision 6). */
  update?: { method: 'PUT' | 'PATCH'; path: string; status: number; required?: string[] };
  remove?: { path: string };
  /** The least that is accepted, made anew each time so that what must be unique is. */
  body(world: World): Promise<Json> | Json;
  /** What fills the parameters of a path beside the fields of an answer: the things it belongs to. */
  params?(world: World): Promise<Record<string, string>> | Record<string, string>;
  /** Names of an answer that a path has another name for: `{ id: 'checkId' }`. */
  called?: Record<string, string>;
  /** Changed by the service itself. */
  volatile?: string[];
  /** What an answer shows, where fields depend on each other. */
  shown?(expected: Json): Json;
  /** Makes a generated body coherent, where fields depend on each other. */
  coherent?(body: Json): Json;
}

export type Json = Record<string, unknown>;

/** One account and what its resources refer to. */
export interface World {
  api: TestApi;
  account: TestAccount;
  client: ApiClient;
  /** Made the first time it is asked for. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** Left out of the answer where it was never sent (decision 4). */
export const LEFT_OUT = Symbol('left out');
/** Chosen by the service where it was not sent. */
export const CHOSEN = Symbol('chosen');

interface About {
  /** Absent is refused on create. */
  required?: true;
  /** `null` is a value. */
  nullable?: true;
  /** Updates take null as well. */
  nullInUpdates?: true;
  /** What is answered where it was not sent: `LEFT_OUT` when absent. */
  default?: unknown;
  /** In no answer. */
  writeOnly?: true;
  /** Accepted in updates and ignored. */
  createOnly?: true;
  /** What is answered for what was sent, where that is something else. */
  reads?(sent: unknown): unknown;
  /** Sent along, where the field alone is not accepted. */
  with?: Json;
  /** Must be another one each time: a number is added to its values. */
  unique?: true;
  /** Further values that are accepted, and that are refused. */
  also?: unknown[];
  never?: unknown[];
  /** Not made up: it must name something that exists, or its values are few. */
  fixed?: true;
}

export type Field = About &
  (
    | { type: 'text'; min?: number; max?: number; /** Only `also` is accepted, not any text. */ only?: true }
    | { type: 'number'; min?: number; max?: number; whole?: true }
    | { type: 'flag' }
    | { type: 'enum'; values: readonly (string | number)[] }
    | { type: 'time' }
    | { type: 'url' }
    | { type: 'uuid' }
    | { type: 'texts'; max?: number }
    | { type: 'enums'; values: readonly string[]; max?: number }
    | { type: 'free' }
    | ({ type: 'object'; valid: Json } & Inside)
    | ({ type: 'objects'; valid: Json[]; exactly?: number; min?: number; max?: number } & Inside)
    | { type: 'ignored'; sent: unknown }
  );

interface Inside {
  fields: Record<string, Field>;
  /** Keeps properties that it does not know (decision 5). */
  open?: true;
}
