import { connect } from 'node:net';
import { serve } from '../serve.js';
import { quantile } from '../statistics.js';

export interface LoopRequest {
  port: number;
  seconds: number;
  inFlight: number;
}

export interface LoopResult {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The baseline: a fresh connection, a GET, the answer read to its end; nothing is timed by phase, judged or reported. */
function once(port: number): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.on('connect', () => socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`));
    socket.on('data', () => undefined);
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(performance.now() - startedAt);
    });
  });
}

async function run({ port, seconds, inFlight }: LoopRequest): Promise<LoopResult> {
  const times: number[] = [];
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < seconds * 1_000) times.push(await once(port));
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const perSecond = (times.length * 1_000) / (performance.now() - startedAt);
  return { count: times.length, perSecond, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

serve({ run });
