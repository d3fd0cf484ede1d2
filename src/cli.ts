import { parseArgs } from 'node:util';
import { commands, UsageError, type Command } from './commands/index.js';
import { explain } from './start-problem.js';

/** `npm run --silent pharos -- <command>`: the answer as JSON on stdout, everything else on stderr (decision 34). */
async function main(argv: readonly string[]): Promise<number> {
  try {
    if (argv.length === 0 || argv.includes('--help')) {
      console.error(usage());
      return argv.length === 0 ? 2 : 0;
    }
    const { command, rest } = find(argv);
    const answer = await run(command, rest);
    if (answer !== undefined)
      await new Promise((resolve) => process.stdout.write(`${JSON.stringify(answer)}\n`, resolve));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage()}`);
      return 2;
    }
    console.error(`pharos: ${explain(error)}`);
    return 1;
  }
}

function find(argv: readonly string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === argv.slice(0, length).join(' '));
    if (command) return { command, rest: argv.slice(length) };
  }
  throw new UsageError(
    `There is no command "${argv
      .filter((word) => !word.startsWith('-'))
      .slice(0, 2)
      .join(' ')}"`,
  );
}

function run(command: Command, args: string[]): Promise<unknown> {
  const { options, words = [] } = command;
  let parsed;
  try {
    // --json is what every command does anyway.
    parsed = parseArgs({ args, options: { ...options, json: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (positionals.length < words.length) throw new UsageError(`${words[positionals.length]} is required`);
  if (positionals.length > words.length) throw new UsageError(`Unexpected "${positionals[words.length]}"`);
  return command.run(values, positionals);
}

function usage(): string {
  const lines = commands.map((command) => `  ${command.name} ${command.usage}`.trimEnd());
  return `Usage: npm run --silent pharos -- <command>\n\n${lines.join('\n')}\n\nThe answer is JSON on stdout.`;
}

process.exitCode = await main(process.argv.slice(2));
