import type { Page } from '#domain';
import { Whole } from './field-decorators.js';

/** Spec 4.0. */
export class PageQuery {
  @Whole({ min: 1, max: 100, default: 10, description: 'How many items a page has', example: 10 }) limit: number;
  @Whole({ min: 1, max: 1_000_000, default: 1, description: 'Which page, from 1', example: 1 }) page: number;
}

/** A page in the form of its view; the interceptor makes the bare array and the headers of it. */
export function pageOf<Row, View>({ items, ...page }: Page<Row>, view: (row: Row) => View): Page<View> {
  return { ...page, items: items.map(view) };
}
