import { failuresOnly } from './analytics-request.js';

it('filters by one status, and not by none or both', () => {
  expect(failuresOnly(['failure'])).toBe(true);
  expect(failuresOnly(['success', 'success'])).toBe(false);
  expect([failuresOnly(), failuresOnly([]), failuresOnly(['success', 'failure'])]).toEqual([null, null, null]);
});
