import { connect, type Socket } from 'node:net';
import { serve } from './serve.js';
import { quantile } from './statistics.js';

export interface LoadRequest {
  port: number;
  path: string;
  key: string;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** One connection that sends the same request again as soon as it is answered. The parsing is the least that works, so that the load costs little. */
function worker(
  port: number,
  bytes: Buffer,
  answered: (ms: number) => boolean,
  failed: (error: Error) => void,
): Socket {
  let [missing, sentAt] = [-1, 0];
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const send = () => {
    missing = -1;
    sentAt = performance.now();
    socket.write(bytes);
  };
  socket.on('connect', send).on('error', failed);
  socket.on('data', (chunk) => {
    try {
      missing = missing === -1 ? missingAfter(chunk) : missing - chunk.length;
    } catch (error) {
      return failed(error as Error);
    }
    if (missing > 0) return;
    if (answered(performance.now() - sentAt)) send();
    else socket.destroy();
  });
  return socket;
}

/** How many bytes of the body have not come with the first chunk, which holds all headers of our servers' answers. */
function missingAfter(chunk: Buffer): number {
  const end = chunk.indexOf(END_OF_HEAD);
  const head = chunk.toString('latin1', 0, end);
  if (end === -1 || !head.startsWith('HTTP/1.1 200'))
    throw new Error(`Unexpected answer: ${chunk.toString().slice(0, 300)}`);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`No length: ${head}`);
  return end + END_OF_HEAD.length + Number(length) - chunk.length;
}

function run({ port, path, key, connections, seconds }: LoadRequest): Promise<LoadResult> {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  return new Promise((resolve, reject) => {
    let open = connections;
    const answered = (ms: number): boolean => {
      times.push(ms);
      const now = performance.now();
      if (now < until) return true;
      if ((open -= 1) === 0) {
        const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)];
        const requestsPerSecond = (times.length * 1_000) / (now - startedAt);
        resolve({ requestsPerSecond, requests: times.length, p50Ms, p99Ms });
      }
      return false;
    };
    for (let i = 0; i < connections; i += 1) worker(port, bytes, answered, reject);
  });
}

serve({ run });
