import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs the example check once and waits for its result, at most 15 s, so that the welcome's curl shows a real one.
 * Whatever goes wrong is not worth a failed start: the check's schedule brings a result anyway.
 */
export async function awaitFirstResult(
  apiUrl: string,
  apiKey: string,
  checkId: string,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${apiUrl}${path}`, { ...init, headers, signal });
    return answer.ok ? answer.json() : undefined;
  };
  try {
    const body = JSON.stringify({ target: { checkId: [checkId] } });
    await ask('/v1/check-sessions/trigger', { method: 'POST', body });
    for (const end = Date.now() + 15_000; Date.now() < end; await delay(100, undefined, { signal })) {
      const results = await ask(`/v1/check-results/${checkId}?limit=1`);
      if (Array.isArray(results) && results.length > 0) return;
    }
  } catch {
    // See above.
  }
}
