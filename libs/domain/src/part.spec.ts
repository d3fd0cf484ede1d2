import * as fc from 'fast-check';
import { partOf, type Part, type Place } from './part.js';

const placeOf = (id: string): Place => ({ at: new Date(0), id });

describe('partOf', () => {
  it('says where it ended only when there is more', () => {
    expect(partOf(['a', 'b', 'c'], 2, placeOf)).toEqual({ items: ['a', 'b'], next: placeOf('b') });
    expect(partOf(['a', 'b'], 2, placeOf)).toEqual({ items: ['a', 'b'], next: null });
    expect(partOf([], 2, placeOf)).toEqual({ items: [], next: null });
  });

  it('walks through every list without missing or repeating any', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid()), fc.integer({ min: 1, max: 5 }), (list, limit) => {
        const seen: string[] = [];
        let from: number | null = 0;
        while (from !== null) {
          const { items, next }: Part<string> = partOf(list.slice(from, from + limit + 1), limit, placeOf);
          seen.push(...items);
          from = next && list.indexOf(next.id) + 1;
        }
        expect(seen).toEqual(list);
      }),
    );
  });
});
