import { evaluateAssertions, Unanswerable, type Answer, type Assertion, type AssertionOutcome } from '#domain';
import { sharedRegexes, type Match, type RegexAnswer, type RegexQuestion } from './regexes.js';

/** Looks for an expression in a text; Unanswerable where that cannot be said. */
export type Find = (text: string, source: string, flags?: string) => Match | Unanswerable;

export interface AnswersRegexes {
  ask(question: RegexQuestion): Promise<RegexAnswer>;
}

/** How long all expressions of one run may take, in milliseconds. */
const ALL_LIMIT_MS = 2_000;

/**
 * Evaluates assertions whose answers may need the matches of regular expressions. Those come from another thread, and
 * evaluating is a plain function: so it is done with the matches known so far, and again once the others have come, until
 * it misses none. Without any expression it is done once, and no thread is started.
 */
export async function assertWithRegexes(
  assertions: readonly Assertion[],
  answer: (find: Find) => Answer,
  regexes: AnswersRegexes = sharedRegexes,
): Promise<AssertionOutcome[]> {
  const known = new Map<string, Known>();
  const until = performance.now() + ALL_LIMIT_MS;
  for (;;) {
    const missing = new Set<Known>();
    const find: Find = (text, source, flags = '') => {
      const expression = expressionOf(known, source, flags);
      const found = expression.problem ?? expression.matches.get(text);
      if (found !== undefined) return found;
      expression.wanted.add(text);
      missing.add(expression);
      return null;
    };
    const outcomes = evaluateAssertions(assertions, answer(find));
    if (missing.size === 0) return outcomes;
    for (const expression of missing) await learn(expression, regexes, performance.now() > until);
  }
}

/** What is known of one expression. */
interface Known {
  source: string;
  flags: string;
  matches: Map<string, Match>;
  wanted: Set<string>;
  problem: Unanswerable | null;
}

function expressionOf(known: Map<string, Known>, source: string, flags: string): Known {
  const key = `${flags}/${source}`;
  const found = known.get(key) ?? { source, flags, matches: new Map(), wanted: new Set(), problem: null };
  known.set(key, found);
  return found;
}

async function learn(expression: Known, regexes: AnswersRegexes, isLate: boolean): Promise<void> {
  const { source, flags, matches, wanted } = expression;
  const texts = [...wanted];
  wanted.clear();
  const answer = isLate
    ? { problem: `all took more than ${ALL_LIMIT_MS} ms` }
    : await regexes.ask({ source, flags, texts });
  if ('problem' in answer)
    expression.problem = new Unanswerable(`its regular expression cannot be used: ${answer.problem}`);
  else texts.forEach((text, at) => matches.set(text, answer.matches[at] ?? null));
}
