/** Which part of a list is wanted. Spec 4.0: limit 1..100, page from 1. */
export interface PageRequest {
  limit: number;
  page: number;
}

/** Part of a list with the size of the whole. */
export interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  page: number;
}

export const offsetOf = ({ limit, page }: PageRequest): number => (page - 1) * limit;
