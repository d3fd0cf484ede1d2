import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `find` gives something that is neither undefined, null nor false; fails after `ms` with what was awaited. */
export async function eventually<T>(
  what: string,
  find: () => T | Promise<T>,
  ms = 15_000,
): Promise<Exclude<Awaited<T>, undefined | null | false>> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<Awaited<T>, undefined | null | false>;
    }
    if (performance.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await sleep(5);
  }
}
