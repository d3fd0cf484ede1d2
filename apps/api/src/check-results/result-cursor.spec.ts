import { newId } from '#persistence';
import { readCursor, writeCursor } from './result-cursor.js';

const STARTED = new Date('2026-03-18T12:00:00.123Z');
const DAY_MS = 86_400_000;

const cursor = (madeBefore: number) => writeCursor({ startedAt: STARTED, id: newId(STARTED.getTime() - madeBefore) });

describe('the cursor of results', () => {
  it('reads back what it wrote', () => {
    const place = { startedAt: STARTED, id: newId(STARTED.getTime() - 5_000) };
    expect(readCursor(writeCursor(place))).toEqual(place);
    expect(writeCursor(place)).toMatch(/^[\w-]{30}$/);
  });

  it.each([
    ['empty', ''],
    ['too short', 'AAAA'],
    ['a uuid', newId()],
    ['random', Buffer.alloc(22, 0xab).toString('base64url')],
    ['zeros', Buffer.alloc(22).toString('base64url')],
    ['made long before it started', cursor(2 * DAY_MS)],
    ['made after it started', cursor(-DAY_MS)],
    ['with a tail', `${cursor(0)}=`],
    ['with characters that base64 leaves out', ` ${cursor(0)}`],
    ['in the other alphabet', `${cursor(0).slice(0, 29)}!`],
  ])('refuses one that is %s', (_what, text) => expect(() => readCursor(text)).toThrow('"nextId" must be one'));
});
