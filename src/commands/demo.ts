import { findAccess } from '../demo/access.js';
import { runDemo } from '../demo/demo.js';
import { displayOn } from '../demo/display.js';
import { onStopSignal } from '../signals.js';
import { optional, UsageError, type Command, type Values } from './command.js';

/** Shows on standard error, and answers the numbers as JSON unless a person sits there. Ctrl-C ends it in good order. */
export const demo: Command = {
  name: 'demo',
  usage: '[--seconds N]',
  options: { seconds: { type: 'string' } },
  run: async (values) => {
    const seconds = secondsOf(values);
    const stopped = new AbortController();
    onStopSignal(
      () => stopped.abort(),
      () => process.exit(1),
    );
    const access = await findAccess(process.env, seconds);
    const display = displayOn(process.stderr, process.env);
    const summary = await runDemo({ access, seconds, display, signal: stopped.signal });
    return process.stdout.isTTY ? undefined : summary;
  },
};

function secondsOf(values: Values): number {
  const text = optional(values, 'seconds') ?? '60';
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 3_600) return seconds;
  throw new UsageError(`--seconds must be a whole number from 1 to 3600, not "${text}"`);
}
