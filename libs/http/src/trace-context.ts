import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What finds all log lines of one request, and those of whoever called. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceId: string;
  /** For its answer; see `warnCaller`. */
  warnings?: string[];
}

/** W3C Trace Context: version, trace id, parent id, flags; a later version may have more behind them. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a `traceparent` header; null when there is none, or one that has to be ignored as malformed. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  const [, version, traceId, more] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId !== undefined && (version !== '00' || more === undefined) ? traceId : null;
}

/** 16 bytes that are never all zero. A uuid, as Node makes these from a pool of random bytes. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');

const current = new AsyncLocalStorage<RequestContext>();

/** Everything that `work` starts, and whatever follows from it, belongs to the request. */
export function withinRequest(context: RequestContext, work: () => void): void {
  current.run(context, work);
}

/** The request that is being handled; undefined in background work. */
export const currentRequest = (): RequestContext | undefined => current.getStore();

/**
 * Tells whoever made the request, in the header `Warning` of its answer, what went well but is not: the body keeps its
 * shape. `text` is ASCII. Nothing happens outside a request.
 */
export function warnCaller(text: string): void {
  const request = currentRequest();
  if (request) (request.warnings ??= []).push(text);
}

/** The header's value: code 199 is for what a person should read. */
export const warningHeader = (texts: readonly string[]): string =>
  texts.map((text) => `199 pharos "${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(', ');
