/** What the inspector's `Profiler.stop` answers, as far as it is needed here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

interface Share {
  name: string;
  percent: number;
}

/** Where the time went: by package and by function, self time, without what the process was idle; `busy` is the rest in per cent. */
export function summarise(profile: CpuProfile, most = 25): { busy: number; packages: Share[]; functions: Share[] } {
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [packages, functions] = [new Map<string, number>(), new Map<string, number>()];
  let busy = 0;
  profile.samples.forEach((id, at) => {
    const frame = places.get(id)!;
    if (frame.functionName === '(idle)') return;
    const us = profile.timeDeltas[at] ?? 0;
    busy += us;
    const owner = packageOf(frame.url, frame.functionName);
    add(packages, owner, us);
    add(functions, `${owner} ${frame.functionName || '(anonymous)'}:${frame.lineNumber + 1}`, us);
  });
  const all = profile.timeDeltas.reduce((sum, us) => sum + us, 0);
  return { busy: (busy * 100) / all, packages: shares(packages, busy, most), functions: shares(functions, busy, most) };
}

function packageOf(url: string, name: string): string {
  const inside = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inside !== undefined) return inside;
  if (url.startsWith('node:'))
    return `node:${
      url
        .slice(5)
        .replace(/^internal\//, '')
        .split('/')[0]
    }`;
  if (url === '') return name.startsWith('(') ? name : 'native';
  return `pharos ${/\/dist\/(.*)\/[^/]+$/.exec(url)?.[1] ?? url}`;
}

const add = (sums: Map<string, number>, name: string, us: number) => sums.set(name, (sums.get(name) ?? 0) + us);

function shares(sums: Map<string, number>, whole: number, most: number): Share[] {
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, us]) => ({ name, percent: (us * 100) / whole }));
}

/** A table for people. */
export function summaryText(title: string, profile: CpuProfile): string {
  const { busy, packages, functions } = summarise(profile);
  const rows = (list: Share[]) => list.map(({ name, percent }) => `  ${percent.toFixed(1).padStart(5)} %  ${name}`);
  return [
    `-- profile of ${title}: busy ${busy.toFixed(1)} % of the time; self time by package`,
    ...rows(packages.slice(0, 15)),
    '   by function',
    ...rows(functions),
    '',
  ].join('\n');
}
