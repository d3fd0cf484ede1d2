/** How the benchmarks run. */
export interface Options {
  /** Longer and more rounds. */
  full: boolean;
  /** Names of the benchmarks to run; all when empty. */
  only: string[];
  /** Where the results go as JSON. */
  json?: string;
  /** Takes the profiles, when they are wanted. */
  profile?: (title: string, text: string) => void;
}

export const USAGE = `npm run bench -- [--full] [--only NAME]... [--json FILE] [--profile]

  --full       longer and more rounds
  --only NAME  reads, agent, pipeline, scheduler, ingestion or load; may be repeated
  --json FILE  writes the results there too
  --profile    also takes CPU profiles of the list read, the agent and the ingestion, and prints their summary
`;

/** Throws with a sentence for whoever typed it. */
export function readOptions(args: string[], known: string[], print: (text: string) => void): Options {
  const options: Options = { full: false, only: [] };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--full') options.full = true;
    else if (arg === '--profile') options.profile = (_title, text) => print(`${text}\n`);
    else if (arg === '--only') options.only.push(oneOf(known, rest.shift()));
    else if (arg === '--json') options.json = rest.shift() ?? fail('--json needs a file');
    else fail(`${arg} is not an option`);
  }
  return options;
}

function oneOf(known: string[], name = ''): string {
  return known.includes(name) ? name : fail(`--only needs one of ${known.join(', ')}`);
}

function fail(problem: string): never {
  throw new Error(`${problem}\n\n${USAGE}`);
}
