import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { agent } from './agent.js';
import { ingestion } from './ingestion.js';
import { readOptions, type Options } from './options.js';
import { reads } from './reads.js';
import { pipeline } from './pipeline.js';
import { standing, table, type Report } from './report.js';
import { scheduledLoad } from './scheduled-load.js';
import { scheduler } from './scheduler.js';

const BENCHMARKS: Record<string, (options: Options) => Promise<Report>> = {
  reads,
  agent,
  pipeline,
  scheduler,
  ingestion,
  load: scheduledLoad,
};

const print = (text: string) => void process.stdout.write(text);

async function main(args: string[]): Promise<void> {
  const options = readOptions(args, Object.keys(BENCHMARKS), print);
  const names = options.only.length > 0 ? options.only : Object.keys(BENCHMARKS);
  const machine = { node: process.version, cores: availableParallelism(), loadBefore: loadavg()[0] };
  const reports: Report[] = [];
  for (const name of names) {
    const report = await BENCHMARKS[name]!(options);
    print(`${table(report)}\n`);
    reports.push(report);
  }
  const measured = reports.map((report) => ({
    ...report,
    lines: report.lines.map((line) => ({ ...line, stands: standing(line) })),
  }));
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ at: new Date(), machine, reports: measured }, null, 2)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
