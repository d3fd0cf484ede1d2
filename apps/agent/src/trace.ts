import { randomBytes } from 'node:crypto';

/** W3C Trace Context: what finds the lines of one call, and of the runs that came with it, in the logs of agent and API alike. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** The header `traceparent` of a call. Each call is a span of its own; the flag says that it is recorded. */
export const traceparentOf = (traceId: string): string => `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
