import { setTimeout as delay } from 'node:timers/promises';
import type { Access } from './access.js';
import { demoChecks } from './checks.js';
import type { Display } from './display.js';
import { Findings, type Event, type Finding } from './findings.js';
import type { View } from './screen.js';
import type { Service } from './service.js';
import { startTarget, type Target } from './target.js';

export interface DemoOptions {
  readonly access: Access;
  readonly seconds: number;
  readonly display: Display;
  /** Ends the demo early, in good order. */
  readonly signal: AbortSignal;
}

/** What a script gets: the numbers of the last screen. */
export interface DemoSummary {
  readonly checks: Omit<Finding, 'lastAt'>[];
  /** Ids of checks that could not be removed. */
  readonly left: string[];
}

const LOOK_EVERY_MS = 1_000;
const KEPT_EVENTS = 50;

/** Starts the target, makes the checks, shows what becomes of them, and removes everything that it made, whatever happens. */
export async function runDemo({ access, seconds, display, signal }: DemoOptions): Promise<DemoSummary> {
  const { service } = access;
  const made: { id: string; name: string }[] = [];
  const left: string[] = [];
  const target = await startTarget();
  let findings = new Findings(service, []);
  let view: View | undefined;
  try {
    await create(service, target, made, signal);
    findings = new Findings(service, made);
    view = await watch(findings, { access, seconds, display, signal });
  } finally {
    left.push(...(await remove(service, made)));
    await target.stop();
    const released = await access.release().then(
      () => true,
      () => false,
    );
    if (view) display.end({ ...view, now: Date.now() }, remarkOf(made.length, left.length, released));
  }
  return { checks: findings.all.map(({ lastAt: _, ...finding }) => finding), left };
}

/** Fills `made` one by one, so that what was made before a problem is known. */
async function create(
  service: Service,
  target: Target,
  made: { id: string; name: string }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { name, body } of demoChecks(target, await service.location())) {
    if (signal.aborted) return;
    made.push({ id: await service.createCheck(body), name });
  }
}

async function watch(findings: Findings, { access, seconds, display, signal }: DemoOptions): Promise<View> {
  const startedAt = Date.now();
  const events: Event[] = [];
  for (;;) {
    let news: Event[] = [];
    let problem: string | undefined;
    try {
      news = await findings.look();
    } catch (error) {
      problem = `No answer from the API: ${error instanceof Error ? error.message : String(error)}`;
    }
    events.push(...news);
    events.splice(0, events.length - KEPT_EVENTS);
    const now = Date.now();
    const elapsedSeconds = (now - startedAt) / 1_000;
    const { url } = access.service;
    const view = { url, elapsedSeconds, seconds, findings: findings.all, events, problem, now };
    display.show(view, news);
    if (signal.aborted || elapsedSeconds >= seconds) return findings.settle().then(() => view);
    const pauseMs = Math.min(LOOK_EVERY_MS, Math.max(0, seconds * 1_000 - (now - startedAt)));
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Answers the ids that are still there. */
async function remove(service: Service, made: { id: string }[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(made.map(({ id }) => service.deleteCheck(id)));
  return made.flatMap(({ id }, index) => (outcomes[index]!.status === 'rejected' ? [id] : []));
}

function remarkOf(made: number, left: number, released: boolean): string {
  if (left > 0) return `${left} of ${made} checks could not be removed: they have the tag demo.`;
  return released ? `Removed: ${made} checks and the key.` : `Removed: ${made} checks. The key ends by itself.`;
}
