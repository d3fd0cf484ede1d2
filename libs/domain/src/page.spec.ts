import { offsetOf } from './page.js';

describe('offsetOf', () => {
  it('counts pages from 1', () => {
    expect(offsetOf({ limit: 10, page: 1 })).toBe(0);
    expect(offsetOf({ limit: 100, page: 3 })).toBe(200);
  });
});
