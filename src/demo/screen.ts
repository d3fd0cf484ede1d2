import { styleText } from 'node:util';
import type { Event, Finding, State } from './findings.js';

/** Everything that is shown at one moment. */
export interface View {
  readonly url: string;
  /** Of how long the demo runs. */
  readonly elapsedSeconds: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** The latest last. */
  readonly events: readonly Event[];
  /** What keeps it from knowing more, if anything. */
  readonly problem?: string;
  readonly now: number;
}

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

export const colours: Paint = (style, text) => styleText(style, text, { validateStream: false });
export const plain: Paint = (_style, text) => text;

const WIDTH = 78;
const BAR = 24;
const LATEST = 6;
const LAST_COLUMN = 20;
const STATES: Record<State, Style> = { waiting: 'gray', passing: 'green', degraded: 'yellow', failing: 'red' };
const OUTCOMES: Record<Event['outcome'], Style> = {
  passed: 'green',
  degraded: 'yellow',
  failed: 'red',
  retried: 'magenta',
};

/** The whole screen, lines of at most 78 characters. */
export function screen(view: View, paint: Paint): string[] {
  const latest = view.events.slice(-LATEST);
  const rest = Array.from({ length: LATEST - latest.length }, () => '');
  return [
    '',
    header(view, paint),
    '',
    ...table(view, paint),
    '',
    ...latest.map((event) => ` ${eventLine(event, paint)}`),
    ...rest,
    view.problem ? paint('red', ` ${view.problem}`.slice(0, WIDTH)) : '',
  ];
}

function header({ url, elapsedSeconds, seconds }: View, paint: Paint): string {
  const done = Math.round((Math.min(elapsedSeconds, seconds) / seconds) * BAR);
  const time = ` ${Math.min(Math.floor(elapsedSeconds), seconds)}/${seconds} s`;
  const title = ' Pharos demo  ';
  const address = url.slice(0, WIDTH - title.length - BAR - time.length - 1);
  const gap = ' '.repeat(WIDTH - title.length - address.length - BAR - time.length);
  const bar = paint('cyan', '━'.repeat(done)) + paint('gray', '─'.repeat(BAR - done));
  return paint('bold', title) + paint('gray', address) + gap + bar + time;
}

/** Heading and a line for each check, in the order they were made. */
export function table({ findings, now }: Pick<View, 'findings' | 'now'>, paint: Paint): string[] {
  const heading = ` ${'CHECK'.padEnd(17)}${'STATUS'.padEnd(11)}${'LAST RUN'.padStart(8)}${'RESPONSE'.padStart(9)}${'AVAILABLE'.padStart(10)}  SESSIONS`;
  return [paint('gray', heading), ...findings.map((finding) => row(finding, now, paint))];
}

function row(finding: Finding, now: number, paint: Paint): string {
  const { name, state, lastAt, responseTime, availability } = finding;
  const ago = lastAt === undefined ? '-' : `${Math.max(0, Math.round((now - lastAt) / 1_000))} s ago`;
  const time = responseTime === undefined ? '-' : `${Math.round(responseTime)} ms`;
  const available =
    availability === undefined ? '-' : `${availability.toFixed(Number.isInteger(availability) ? 0 : 1)} %`;
  const status = paint(STATES[state], `● ${state}`.padEnd(11));
  return ` ${name.padEnd(17)}${status}${ago.padStart(8)}${time.padStart(9)}${available.padStart(10)}  ${sessions(finding)}`;
}

const WORDS = ['passed', 'degraded', 'failed', 'retried'] as const;
const SHORT: Record<(typeof WORDS)[number], string> = {
  passed: 'ok',
  degraded: 'slow',
  failed: 'bad',
  retried: 'again',
};

function sessions({ retries, ...counts }: Finding): string {
  const all = WORDS.map((word) => ({ word, count: word === 'retried' ? retries : counts[word] }));
  const some = all.filter(({ count }) => count > 0);
  const text = some.map(({ word, count }) => `${count} ${word}`).join(', ');
  if (text.length <= LAST_COLUMN) return text;
  const short = some.map(({ word, count }) => `${count} ${SHORT[word]}`).join(', ');
  return short.slice(0, LAST_COLUMN);
}

/** One line of what just happened: time, check, outcome, what was found. */
export function eventLine({ at, name, outcome, text }: Event, paint: Paint): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  const found = text.replaceAll(/\s+/g, ' ').slice(0, WIDTH - 38);
  return `${paint('gray', time)}  ${name.padEnd(17)}${paint(OUTCOMES[outcome], outcome.padEnd(9))} ${found}`;
}
