/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** With interpolation by rank, as `percentile_cont` does it. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(rank)] ?? Number.NaN, sorted[Math.ceil(rank)] ?? Number.NaN];
  return low + (high - low) * (rank - Math.floor(rank));
}

export interface Ratio {
  /** The median over the rounds; each round's ratio is of two measurements next to each other in time. */
  median: number;
  lowest: number;
  highest: number;
}

/** Round by round, so that a machine that gets slower or faster meanwhile changes both sides of each ratio. */
export function ratioOf(ours: readonly number[], baseline: readonly number[]): Ratio {
  const ratios = ours.map((value, round) => value / baseline[round]!);
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

/** Two significant digits below 10, none behind the point above 100. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
