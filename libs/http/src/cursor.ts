import type { Type } from '@nestjs/common';
import { LAST_MOMENT_MS, type Part, type Place } from '#domain';
import { NestedList, Text, Whole } from './field-decorators.js';
import type { FieldKind } from './field-kinds.js';
import { field } from './fields.js';

const TIME_BYTES = 6;
const UUID_BYTES = 16;
const RFC_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The `nextId` for a place: opaque to clients. It says where to go on, not what may be read, so it needs no signature. */
export function writeCursor({ at, id }: Place): string {
  const bytes = Buffer.alloc(TIME_BYTES + UUID_BYTES);
  bytes.writeUIntBE(at.getTime(), 0, TIME_BYTES);
  bytes.write(id.replaceAll('-', ''), TIME_BYTES, 'hex');
  return bytes.toString('base64url');
}

/** Null unless the text is what `writeCursor` can have made. */
export function readCursor(nextId: string): Place | null {
  const bytes = Buffer.from(nextId, 'base64url');
  if (bytes.length !== TIME_BYTES + UUID_BYTES) return null;
  const at = bytes.readUIntBE(0, TIME_BYTES);
  const id = bytes.toString('hex', TIME_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (at > LAST_MOMENT_MS || !RFC_UUID.test(id)) return null;
  const place = { at: new Date(at), id };
  return writeCursor(place) === nextId ? place : null;
}

const cursor: FieldKind = {
  name: 'cursor',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
  check: (value) => (typeof value === 'string' && readCursor(value) ? null : 'must be one that this list has answered'),
  parse: (value) => readCursor(value as string),
};

/** For lists with a size of their own; the others have `CursorQuery`. */
export class NextId {
  @field(cursor, { optional: true, description: '`nextId` of the answer before, to go on from there' }) nextId?: Place;
}

/** Reference 1.3, CUR: a `PartRequest`. */
export class CursorQuery extends NextId {
  @Whole({ min: 1, max: 100, default: 20, description: 'How many entries to answer', example: 20 }) limit: number;
}

/** Reference 1.3: the envelope of lists that are walked along with `nextId`. */
export interface CursorList<View> {
  length: number;
  entries: View[];
  nextId: string | null;
}

/** The shape of such a list. */
export function CursorListOf<View extends object>(entry: () => Type<View>): Type<CursorList<View>> {
  class Derived implements CursorList<View> {
    @Whole({ min: 0, description: 'How many entries this answer has', example: 1 }) length: number;
    @NestedList(entry, { description: 'The entries, the newest first' }) entries: View[];
    @Text({ nullable: true, description: 'Send it to get the next entries; null at the end', example: null })
    nextId: string | null;
  }
  return Derived;
}

export function cursorListOf<Row, View>({ items, next }: Part<Row>, view: (row: Row) => View): CursorList<View> {
  return { length: items.length, entries: items.map(view), nextId: next && writeCursor(next) };
}
