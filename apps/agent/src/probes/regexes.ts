import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long one regular expression may take, over all texts that it is asked about, in milliseconds. */
export const REGEX_LIMIT_MS = 500;

/** One expression and the texts that it is looked for in. */
export interface RegexQuestion {
  source: string;
  flags: string;
  texts: readonly string[];
}

/** What was found in one text: the first group, or the whole match of an expression without groups; null = no match. */
export type Match = { text: string | undefined } | null;

/** A match for each text, or why the expression cannot be used. */
export type RegexAnswer = { matches: readonly Match[] } | { problem: string };

/** A text and not a file, so that it is the same from the compiled and from the uncompiled program. */
const WORKER = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ source, flags, texts }) => {
  let answer;
  try {
    const expression = new RegExp(source, flags);
    const matches = texts.map((text) => {
      const found = expression.exec(text);
      return found && { text: found.length > 1 ? found[1] : found[0] };
    });
    answer = { matches };
  } catch (error) {
    answer = { problem: String(error.message) };
  }
  parentPort.postMessage(answer);
});`;

/** Expressions that are remembered for having taken too long. */
const MOST_SLOW = 1_000;

/**
 * Runs regular expressions of customers in threads of their own: an expression that backtracks without end on what a target
 * sends cannot be interrupted where it runs, but its thread can be ended. Those that took too long once have a thread
 * apart, so that the others do not wait for them again and again. Threads start with the first question.
 */
export class Regexes {
  private readonly quick: RegexThread;
  private readonly slow: RegexThread;
  private readonly slowSources = new Set<string>();

  constructor(private readonly limitMs = REGEX_LIMIT_MS) {
    this.quick = new RegexThread(limitMs);
    this.slow = new RegexThread(limitMs);
  }

  /** Never rejects. */
  async ask(question: RegexQuestion): Promise<RegexAnswer> {
    const { source } = question;
    const answer = await (this.slowSources.has(source) ? this.slow : this.quick).ask(question);
    if (answer !== 'late') return answer;
    if (this.slowSources.size >= MOST_SLOW) this.slowSources.clear();
    this.slowSources.add(source);
    return { problem: `it took more than ${this.limitMs} ms` };
  }

  /** Ends the threads; a later question starts them again. */
  async stop(): Promise<void> {
    await Promise.all([this.quick.stop(), this.slow.stop()]);
  }
}

/** One thread, which answers one question at a time, so that the time of each is its own. */
class RegexThread {
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly limitMs: number) {}

  ask(question: RegexQuestion): Promise<RegexAnswer | 'late'> {
    const answer = this.last.then(() => this.answer(question));
    this.last = answer;
    return answer;
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  /** Never rejects. */
  private async answer(question: RegexQuestion): Promise<RegexAnswer | 'late'> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const worker = (this.worker ??= await start());
      const answer = once(worker, 'message') as Promise<[RegexAnswer]>;
      const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, this.limitMs, null)));
      worker.postMessage(question, []);
      const first = await Promise.race([answer, late]);
      if (first !== null) return first[0];
      // The end of the thread is the end of waiting for it.
      answer.catch(() => undefined);
      await this.stop();
      return 'late';
    } catch (error) {
      await this.stop();
      return { problem: `it could not be tried (${error instanceof Error ? error.message : String(error)})` };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(WORKER, {
    eval: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  await once(worker, 'online');
  // An idle thread does not hold up the end of the process.
  worker.unref();
  // Without a listener, an error between two questions would end the process.
  worker.on('error', () => undefined);
  return worker;
}

/** Of all probes of this process: its thread starts when one of them needs it. */
export const sharedRegexes = new Regexes();
