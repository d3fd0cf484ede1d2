import { WindowCounter } from './window-counter.js';

describe('WindowCounter', () => {
  let now = 0;
  let counter: WindowCounter;

  beforeEach(() => {
    now = 1_000;
    counter = new WindowCounter(100, () => now);
  });

  it('counts per key until the window ends', () => {
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 100 });
    now += 40;
    expect(counter.hit('a')).toEqual({ count: 2, resetMs: 60 });
    expect(counter.hit('b')).toEqual({ count: 1, resetMs: 100 });
    now += 60;
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: 100 });
  });

  it('looks without counting', () => {
    expect(counter.peek('a')).toEqual({ count: 0, resetMs: 0 });
    counter.hit('a');
    expect([counter.peek('a').count, counter.peek('a').count]).toEqual([1, 1]);
    now += 100;
    expect(counter.peek('a')).toEqual({ count: 0, resetMs: 0 });
  });

  it('does not grow with keys that come once', () => {
    for (let at = 0; at < 10_000; at += 1) {
      counter.hit(`key ${at}`);
      now += 1;
    }
    expect(counter.size).toBeLessThan(300);
  });
});
