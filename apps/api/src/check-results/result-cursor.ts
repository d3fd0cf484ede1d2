import { ruleBroken } from '#domain';
import { momentOf } from '#persistence';
import { CLOCK_SLACK_MS, LONGEST_START_MS } from './result-ids.js';

/** Where a part of a list ended: the place of its last entry in the order of the list. */
export interface ResultCursor {
  startedAt: Date;
  id: string;
}

const TIME_BYTES = 6;
const UUID_BYTES = 16;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The `nextId` for a place: opaque to clients. It says where to go on, not what may be read, so it needs no signature. */
export function writeCursor({ startedAt, id }: ResultCursor): string {
  const bytes = Buffer.alloc(TIME_BYTES + UUID_BYTES);
  bytes.writeUIntBE(startedAt.getTime(), 0, TIME_BYTES);
  bytes.write(id.replaceAll('-', ''), TIME_BYTES, 'hex');
  return bytes.toString('base64url');
}

/** Throws a broken rule unless the text is what `writeCursor` made of a result: its id fits the time it started. */
export function readCursor(nextId: string): ResultCursor {
  const bytes = Buffer.from(nextId, 'base64url');
  if (bytes.length !== TIME_BYTES + UUID_BYTES) throw notOurs();
  const startedAt = new Date(bytes.readUIntBE(0, TIME_BYTES));
  const id = bytes.toString('hex', TIME_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const waited = startedAt.getTime() - momentOf(id);
  const fits = UUID_V7.test(id) && waited >= -CLOCK_SLACK_MS && waited <= LONGEST_START_MS;
  if (!fits || writeCursor({ startedAt, id }) !== nextId) throw notOurs();
  return { startedAt, id };
}

const notOurs = () => ruleBroken('"nextId" must be one that this list has answered', 'nextId');
