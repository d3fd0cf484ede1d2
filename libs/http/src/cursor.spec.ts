import { randomUUID } from 'node:crypto';
import { cursorListOf, readCursor, writeCursor } from './cursor.js';

const AT = new Date('2026-03-18T12:00:00.123Z');
const cursor = () => writeCursor({ at: AT, id: randomUUID() });

describe('a cursor', () => {
  it('reads back as it was written', () => {
    for (const id of [randomUUID(), '0193f0a0-0000-7000-8000-000000000001']) {
      expect(readCursor(writeCursor({ at: AT, id }))).toEqual({ at: AT, id });
      expect(writeCursor({ at: AT, id })).toMatch(/^[\w-]{30}$/);
    }
  });

  it.each([
    ['empty', ''],
    ['too short', 'AAAA'],
    ['a uuid', randomUUID()],
    ['random', Buffer.alloc(22, 0xab).toString('base64url')],
    ['zeros', Buffer.alloc(22).toString('base64url')],
    ['of the year 10889', `_____${cursor().slice(5)}`],
    ['with a tail', `${cursor()}=`],
    ['with characters that base64 leaves out', ` ${cursor()}`],
    ['with another character', `${cursor().slice(0, 29)}!`],
  ])('is none when it is %s', (_what, text) => expect(readCursor(text)).toBeNull());
});

it('a list tells its length, its entries and where to go on', () => {
  const place = { at: AT, id: randomUUID() };
  expect(cursorListOf({ items: [1, 2], next: place }, String)).toEqual({
    length: 2,
    entries: ['1', '2'],
    nextId: writeCursor(place),
  });
  expect(cursorListOf({ items: [], next: null }, String)).toEqual({ length: 0, entries: [], nextId: null });
});
