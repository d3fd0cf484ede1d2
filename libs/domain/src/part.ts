/** A place in a list with the newest first: the moment and the id of an item. */
export interface Place {
  at: Date;
  id: string;
}

/** Before the first item. */
export const TOP: Place = { at: new Date('9999-12-31T23:59:59.999Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Which part of a list that is walked along is wanted. Reference 1.3: limit 1..100. */
export interface PartRequest {
  limit: number;
  /** Where the part before ended; absent for the first one. */
  nextId?: Place;
}

/** Part of a list, and where it ended: null when that is the end of the list. */
export interface Part<T> {
  items: T[];
  next: Place | null;
}

/** `rows` are one more than the limit wherever there is more. */
export function partOf<T>(rows: readonly T[], limit: number, placeOf: (row: T) => Place): Part<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? placeOf(items.at(-1)!) : null };
}
