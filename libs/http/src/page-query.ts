import { Whole } from './field-decorators.js';

/** Spec 4.0. */
export class PageQuery {
  @Whole({ min: 1, max: 100, default: 10, description: 'How many items a page has', example: 10 }) limit: number;
  @Whole({ min: 1, max: 1_000_000, default: 1, description: 'Which page, from 1', example: 1 }) page: number;
}
