import type { Response } from 'express';

/** Aborted when the caller hangs up before the answer: for routes that wait. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
