import type { Recurrence } from './maintenance-window.js';
import { firstEndingAfter, lastStartingBy, occurrenceOf, type Occurrence } from './occurrences.js';

/** From `from`, included, to `to`, excluded: unix milliseconds. */
export interface Pause {
  from: number;
  to: number;
}

/** How often a pause is prolonged at most: what follows is found as a pause of its own once this one is over. */
const MOST_PASSES = 64;

/**
 * The pause that all these windows together make at `at` (unix milliseconds) or, when there is none, the next one; null when
 * there is none any more. Occurrences that overlap or follow each other without a gap are one pause, so that nothing runs
 * between them. Windows that follow each other for ever make a pause that is cut somewhere after `at`.
 */
export function nextPause(windows: readonly Recurrence[], at: number): Pause | null {
  let pause: Pause | null = null;
  for (const window of windows) {
    const occurrence = occurrenceOf(window, firstEndingAfter(window, at));
    if (occurrence && (pause === null || occurrence.startsAt.getTime() < pause.from)) pause = pauseOf(occurrence);
  }
  for (let pass = 0; pause && pass < MOST_PASSES; pass += 1) {
    const to = windows.reduce((end, window) => prolonged(window, end), pause.to);
    if (to === pause.to) break;
    pause = { ...pause, to };
  }
  return pause;
}

function prolonged(window: Recurrence, to: number): number {
  return Math.max(to, lastStartingBy(window, to)?.endsAt.getTime() ?? 0);
}

const pauseOf = ({ startsAt, endsAt }: Occurrence): Pause => ({ from: startsAt.getTime(), to: endsAt.getTime() });
