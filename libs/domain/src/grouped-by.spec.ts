import { groupedBy } from './grouped-by.js';

it('groupedBy keeps the order of keys and of the items of each', () => {
  const groups = groupedBy([3, 1, 4, 1, 5, 9, 2, 6], (each) => each % 2 === 0);
  expect([...groups]).toEqual([
    [false, [3, 1, 1, 5, 9]],
    [true, [4, 2, 6]],
  ]);
  expect(groupedBy([], (each) => each).size).toBe(0);
});
