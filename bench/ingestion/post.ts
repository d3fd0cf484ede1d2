import { Pool } from 'undici';
import { serve } from '../serve.js';

export interface PostRequest {
  port: number;
  path: string;
  key: string;
  bodies: string[];
  /** How many are under way at the same time. */
  inFlight: number;
}

/** Milliseconds from the first request to the last answer. Throws unless all answers are 200 and contain `expected`. */
async function post({ port, path, key, bodies, inFlight }: PostRequest): Promise<{ ms: number; times: number[] }> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: inFlight, pipelining: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const sentAt = performance.now();
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      times.push(performance.now() - sentAt);
      if (answer.statusCode !== 200 || /duplicate|stale/.test(text))
        throw new Error(`${answer.statusCode}: ${text.slice(0, 300)}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const ms = performance.now() - startedAt;
  await pool.close();
  return { ms, times };
}

serve({ post });
