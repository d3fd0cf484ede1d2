import { short, type Ratio } from './statistics.js';

/** What a figure should be. Ratios and times; `floor` must hold, `goal` is wanted. */
export interface Target {
  floor: number;
  goal: number;
  /** Whether small is good. */
  lower?: boolean;
}

export interface Line {
  what: string;
  /** Medians of the rounds. */
  ours: number;
  baseline?: number;
  unit: string;
  ratio?: Ratio;
  /** Applies to the ratio where there is one, else to `ours`. */
  target?: Target;
  p50Ms?: number;
  p99Ms?: number;
  note?: string;
}

export interface Report {
  benchmark: string;
  lines: Line[];
}

/** How a figure stands to its target. */
export function standing({ ratio, ours, target }: Line): 'goal' | 'floor' | 'missed' | '' {
  if (!target) return '';
  const value = ratio?.median ?? ours;
  const holds = (bound: number) => (target.lower ? value <= bound : value >= bound);
  return holds(target.goal) ? 'goal' : holds(target.floor) ? 'floor' : 'missed';
}

const COLUMNS = ['what', 'ours', 'baseline', 'ratio (spread)', 'floor / goal', 'stands', 'p50 / p99 ms'];

/** A table for people. */
export function table({ benchmark, lines }: Report): string {
  const rows = [COLUMNS, ...lines.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const text = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const notes = lines.flatMap(({ what, note }) => (note ? [`  ${what}: ${note}`] : []));
  return [`== ${benchmark}`, ...text, ...notes, ''].join('\n');
}

function cells(line: Line): string[] {
  const { what, ours, baseline, unit, ratio, target, p50Ms, p99Ms } = line;
  return [
    what,
    `${short(ours)} ${unit}`,
    baseline === undefined ? '' : `${short(baseline)} ${unit}`,
    ratio ? `${short(ratio.median)} (${short(ratio.lowest)} to ${short(ratio.highest)})` : '',
    target ? `${short(target.floor)} / ${short(target.goal)}` : '',
    standing(line),
    p50Ms === undefined ? '' : `${short(p50Ms)} / ${short(p99Ms ?? Number.NaN)}`,
  ];
}
