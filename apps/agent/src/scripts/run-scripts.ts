import { availableParallelism } from 'node:os';
import type { LeasedScript } from '#agent-protocol';
import { API_METHODS, boundedText, byteRanges, fillIn, PartialProblem, SECRET_PREFIX, TemplateTooLarge } from '#domain';
import type { Logger } from '../logging.js';
import { filledUrl } from '../probes/api-request.js';
import type { ProbeContext } from '../probes/probe.js';
import { RequestFailure } from '../probes/request-failure.js';
import { secretNames, templateVariables } from '../variables/run-variables.js';
import { LINE_COST, readAnswer, type ChildAnswer, type ChildSaid } from './child-answer.js';
import { childRequest, scriptTexts } from './child-order.js';
import type { ChildOrder } from './script-child.js';
import { runScriptProcess, type ProcessLimits } from './script-process.js';
import { SCRIPTS_LIMIT_MS, type ScriptRequest, type ScriptResponse, type Scripts } from './script.js';
import { scriptUser } from './script-user.js';
import { Slots } from './slots.js';

/** Reference 5.7: what a teardown script sees of a body, and what scripts may write, in characters. */
const DATA_LENGTH = 256 * 1_024;
const ERROR_LENGTH = 2_000;

export interface ScriptLimits extends ProcessLimits {
  /** Processes of scripts at the same time: each costs about 60 MB, and 50 ms of a processor to start. */
  processes: number;
}

const LIMITS: ScriptLimits = {
  timeMs: SCRIPTS_LIMIT_MS,
  heapMegabytes: 128,
  memoryMegabytes: 384,
  outputBytes: 4 * 1_024 * 1_024,
  // Decision 32: a small cap of their own.
  processes: Math.max(2, Math.min(8, availableParallelism())),
};

interface Phase extends Pick<ChildOrder, 'phase' | 'response'> {
  scripts: readonly LeasedScript[];
  request: ScriptRequest;
  variables: ReadonlyMap<string, string>;
  context: ProbeContext;
  signal: AbortSignal;
}

interface PhaseEnd extends ChildSaid {
  /** Why the scripts did not come to their end, or what one of them threw. */
  error: string | null;
}

/** What all runs have in common. */
interface Workshop {
  limits: ScriptLimits;
  slots: Slots;
  /** Found out when the first script comes. */
  user: () => Promise<number | null>;
}

/** Scripts of the same phase of a run share a process; the set-up and the teardown have one each. */
export function createScripts(changed: Partial<ScriptLimits> = {}, logger?: Logger): Scripts {
  const limits = { ...LIMITS, ...changed };
  let user: Promise<number | null> | undefined;
  const findUser = () =>
    scriptUser(logger).catch((error: unknown) => {
      user = undefined;
      throw error;
    });
  const workshop = { limits, slots: new Slots(limits.processes), user: () => (user ??= findUser()) };
  return {
    setUp: async (request, variables, context, signal) => {
      const scripts = context.lease.check.scripts?.setUp ?? [];
      const unchanged = { request, variables: new Map(variables), secrets: [], jobLog: [], error: null };
      if (scripts.length === 0) return unchanged;
      const phase = { phase: 'setUp', scripts, request, response: null, variables, context, signal } as const;
      const { answer, ...said } = await runPhase(phase, workshop);
      if (answer === null) return { ...unchanged, ...said };
      return { request: answer.request, variables: changedVariables(variables, answer), ...said };
    },
    tearDown: async (response, request, variables, context, signal) => {
      const scripts = context.lease.check.scripts?.tearDown ?? [];
      if (scripts.length === 0) return { body: response.body, secrets: [], jobLog: [] };
      const seen = { ...response, body: response.body.slice(0, DATA_LENGTH) };
      const phase = { phase: 'tearDown', scripts, request, response: seen, variables, context, signal } as const;
      const { answer, jobLog, secrets } = await runPhase(phase, workshop);
      return { body: changedBody(response, seen, answer), secrets, jobLog };
    },
  };
}

async function runPhase(phase: Phase, { limits, slots, user }: Workshop): Promise<PhaseEnd> {
  const name = phase.phase === 'setUp' ? 'Set-up' : 'Teardown';
  const failed = (problem: string) => {
    const error = `${name} scripts failed: ${problem}`;
    return { error, line: { time: Date.now(), msg: error, level: 'ERROR' } as const };
  };
  let order: string;
  try {
    order = JSON.stringify(orderOf(phase, name));
  } catch (thrown) {
    if (!(thrown instanceof PartialProblem || thrown instanceof TemplateTooLarge)) throw thrown;
    const { error, line } = failed(thrown.message);
    return { jobLog: [line], secrets: [], answer: null, error };
  }
  const as = await user();
  const giveBack = await slots.take(phase.signal).catch(tooBusy);
  const end = await runScriptProcess(order, limits, as, phase.signal)
    .catch((reason: Error) => tooLong(reason, name))
    .finally(giveBack);
  const said = readAnswer(end, DATA_LENGTH);
  if (said.answer !== null && end.problem === null)
    return { ...said, error: said.answer.error && boundedText(said.answer.error, ERROR_LENGTH) };
  const { error, line } = failed(end.problem ?? 'their process sent no result that can be used');
  return { ...said, jobLog: [...said.jobLog, line], answer: null, error };
}

/** That a run's time ended while it waited for its turn is this agent's fault, and no target's. */
function tooBusy(reason: Error): never {
  if (!(reason instanceof RequestFailure)) throw reason;
  throw new Error('This agent was too busy with other scripts to run those of the check', { cause: reason });
}

/** That a run's time ended while its scripts ran says nothing about the network. */
function tooLong(reason: Error, name: string): never {
  if (!(reason instanceof RequestFailure)) throw reason;
  throw new RequestFailure(`${reason.message} ${name} scripts were still running.`, { networkError: false });
}

function orderOf({ phase, scripts, request, response, variables, context }: Phase, name: string): ChildOrder {
  const { check } = context.lease;
  // A teardown is told what was sent, filled in already.
  const known = templateVariables(variables, context.clockOffMs);
  const url = phase === 'setUp' ? filledUrl(request.url, (text) => fillIn(text, known)) : request.url;
  return {
    phase,
    ...scriptTexts(scripts, name, context.context),
    variables: { ...Object.fromEntries(variables), REQUEST_URL: url },
    secretNames: [...secretNames(check, context)],
    secretPrefix: SECRET_PREFIX,
    methods: API_METHODS,
    request: childRequest(request),
    response,
    fence: fenceOf(context.denyTargets ?? []),
    logLength: DATA_LENGTH,
    lineCost: LINE_COST,
  };
}

/** A list that cannot be read denies everything. */
function fenceOf(denied: readonly string[]): ChildOrder['fence'] {
  try {
    return byteRanges(denied);
  } catch (error) {
    if (error instanceof RangeError) return byteRanges(['0.0.0.0/0', '::/0']);
    throw error;
  }
}

function changedVariables(before: ReadonlyMap<string, string>, { set, removed }: ChildAnswer): Map<string, string> {
  const after = new Map([...before, ...set]);
  for (const name of removed) after.delete(name);
  return after;
}

/** A body that no script has changed stays whole, however long it is. */
function changedBody(response: ScriptResponse, seen: ScriptResponse, answer: ChildAnswer | null): string {
  return answer === null || answer.body === null || answer.body === seen.body ? response.body : answer.body;
}
