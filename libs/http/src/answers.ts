import type { Page } from '#domain';
import type { PagePlace } from './page-headers.js';

/** JSON that is sent as it is: PostgreSQL has written it, and reading it only to write it again would cost most of a request. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Part of a list as JSON text: a page that was not made of rows. */
export interface JsonPage extends PagePlace {
  /** A JSON array. */
  json: string;
}

/** A page on its way out: sent as a bare array with Content-Range and Link (reference 1.3). */
export class PageAnswer {
  constructor(
    readonly place: PagePlace,
    readonly json: string,
  ) {}
}

/** A page in the form of its view. */
export function pageOf<Row, View>({ items, total, limit, page }: Page<Row>, view: (row: Row) => View): PageAnswer {
  return new PageAnswer({ count: items.length, total, limit, page }, JSON.stringify(items.map(view)));
}

export function pageOfJson({ json, ...place }: JsonPage): PageAnswer {
  return new PageAnswer(place, json);
}
