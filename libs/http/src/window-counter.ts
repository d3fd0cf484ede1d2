interface Window {
  count: number;
  endsAt: number;
}

/** Counts per key in fixed windows of `windowMs`: O(1) per hit, and finished windows are dropped a few at a time. */
export class WindowCounter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  hit(key: string): { count: number; resetMs: number } {
    const now = this.now();
    const current = this.windows.get(key);
    if (current && current.endsAt > now) {
      current.count += 1;
      return { count: current.count, resetMs: current.endsAt - now };
    }
    this.forgetSome(now);
    this.windows.delete(key);
    this.windows.set(key, { count: 1, endsAt: now + this.windowMs });
    return { count: 1, resetMs: this.windowMs };
  }

  peek(key: string): { count: number; resetMs: number } {
    const current = this.windows.get(key);
    const resetMs = current ? current.endsAt - this.now() : 0;
    return current && resetMs > 0 ? { count: current.count, resetMs } : { count: 0, resetMs: 0 };
  }

  get size(): number {
    return this.windows.size;
  }

  /** Windows are kept in the order they began, which is that in which they end: the oldest two are looked at for each new one, so the map cannot grow for ever. */
  private forgetSome(now: number): void {
    let looked = 0;
    for (const [key, { endsAt }] of this.windows) {
      if (endsAt <= now) this.windows.delete(key);
      if ((looked += 1) === 2) return;
    }
  }
}
