/**
 * Folders of apps/api/src that are no nouns with a table of their own, and why. Each still has an index.ts, and a module
 * where it provides anything.
 */
export const WITHOUT_A_NOUN: Record<string, string> = {
  'agent-gateway': 'the protocol of the agents, not a resource: it changes runs through its queries',
  'api-keys': 'no routes yet: keys are made on the command line and verified for every request',
  catalogue: 'lists that are constants: nothing stored',
  health: 'probes of orchestrators: nothing stored',
  ingestion: 'a step of the pipeline: no routes, hot SQL',
  metrics: 'numbers about the process for Prometheus: nothing stored',
  throttling: 'another implementation of the throttler-storage port: no routes',
  maintenance: 'partitions and retention: no routes',
  provisioning: 'what the command line and the first start do: no routes',
  runs: 'statements on runs that several steps of the pipeline use',
  scheduling: 'a step of the pipeline: no routes, hot SQL',
};

/** What every noun has; reads that are one wide statement have `.queries.ts` instead of repository and entity. */
const ALWAYS = [/^index\.ts$/, /\.module\.ts$/, /\.controller\.ts$/, /\.dto\.ts$/, /\.service\.ts$/];
const STORED = [/\.repository\.ts$/, /\.entity\.ts$/];
const READ = [/\.queries\.ts$/];

/** What is missing in the folders, given as `feature/file.ts`. */
export function folderProblems(paths: string[], exempt: Record<string, string> = WITHOUT_A_NOUN): string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const [folder, ...file] = path.split('/');
    if (file.length > 0) folders.set(folder!, [...(folders.get(folder!) ?? []), file.join('/')]);
  }
  const gone = Object.keys(exempt).filter((folder) => !folders.has(folder));
  return [
    ...gone.map((folder) => `${folder} is exempt and does not exist`),
    ...[...folders].flatMap(([folder, files]) => problemsOf(folder, files, folder in exempt)),
  ];
}

function problemsOf(folder: string, files: string[], exempt: boolean): string[] {
  const nested = files.filter((file) => file.includes('/')).map((file) => `${folder}/${file} is not flat`);
  if (exempt) return [...nested, ...lacking(folder, files, [/^index\.ts$/])];
  const reads = lacking(folder, files, READ).length === 0 && lacking(folder, files, STORED).length > 0;
  return [...nested, ...lacking(folder, files, [...ALWAYS, ...(reads ? READ : STORED)])];
}

const lacking = (folder: string, files: string[], wanted: RegExp[]) =>
  wanted
    .filter((pattern) => !files.some((file) => pattern.test(file)))
    .map((pattern) => `${folder} has no file like ${pattern.source.replaceAll(/[\\^$]/g, '')}`);
