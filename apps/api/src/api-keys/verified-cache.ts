import type { Notifications } from '#persistence';

/** How long a verified key is believed without asking again. Revocation does not wait for it. */
const FRESH_MS = 5_000;
const MAX_CACHED = 10_000;

interface Entry<Grant> {
  grant: Grant;
  until: number;
}

/**
 * What keys open, kept for seconds by the hexadecimal hash of the key and dropped at once when `channel` names it.
 * While notifications do not arrive, a revocation elsewhere would not be heard, so nothing kept is believed.
 */
export class VerifiedCache<Grant> {
  private readonly entries = new Map<string, Entry<Grant>>();
  /** Look-ups in progress: whoever asks for the same key meanwhile waits for the same one. */
  private readonly loading = new Map<string, Promise<Grant | null>>();
  private drops = 0;

  /** Make it before `Notifications` starts: in a constructor. */
  constructor(
    private readonly notifications: Notifications,
    channel: string,
  ) {
    notifications.listen({
      channel,
      heard: (hash) => this.drop(() => this.entries.delete(hash)),
      missed: () => this.drop(() => this.entries.clear()),
    });
  }

  get(hash: string): Grant | null {
    const entry = this.entries.get(hash);
    if (!entry || !this.notifications.connected) return null;
    if (entry.until > Date.now()) return entry.grant;
    this.entries.delete(hash);
    return null;
  }

  /**
   * The kept grant, else the one that `load` finds; null is not kept. `endsAt` (unix milliseconds) is when a grant expires by
   * itself. What was loaded while any key was dropped may be older than the drop: it is used once and not kept.
   */
  async of(hash: string, load: () => Promise<Grant | null>, endsAt?: (grant: Grant) => number): Promise<Grant | null> {
    const kept = this.get(hash);
    if (kept !== null) return kept;
    const begun = this.notifications.connected ? this.loading.get(hash) : undefined;
    if (begun) return begun;
    const loading = this.load(hash, load, endsAt).finally(() => {
      if (this.loading.get(hash) === loading) this.loading.delete(hash);
    });
    this.loading.set(hash, loading);
    return loading;
  }

  private async load(
    hash: string,
    load: () => Promise<Grant | null>,
    endsAt?: (grant: Grant) => number,
  ): Promise<Grant | null> {
    const { drops } = this;
    const grant = await load();
    if (grant !== null && drops === this.drops) this.keep(hash, grant, endsAt?.(grant));
    return grant;
  }

  private keep(hash: string, grant: Grant, endsAt = Number.POSITIVE_INFINITY): void {
    if (this.entries.size >= MAX_CACHED) this.entries.clear();
    this.entries.set(hash, { grant, until: Math.min(Date.now() + FRESH_MS, endsAt) });
  }

  private drop(forget: () => void): void {
    this.drops += 1;
    this.loading.clear();
    forget();
  }
}
