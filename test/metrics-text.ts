/** One line of the text format: `name{label="value"} 1`. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads GET /metrics of the API or of an agent. */
export async function scrape(url: string): Promise<Series[]> {
  const response = await fetch(`${url}/metrics`);
  if (response.status !== 200) throw new Error(`GET /metrics: ${response.status} ${await response.text()}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no line of metrics: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/** The sum of all series of a name that have these labels; undefined when there is none. */
export function sumOf(series: Series[], name: string, labels: Record<string, string> = {}): number | undefined {
  const found = series.filter(
    (each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
