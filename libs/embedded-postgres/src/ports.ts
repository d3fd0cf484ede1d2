import { createServer } from 'node:net';

/** Below the range that systems use for outgoing connections, so that a remembered port is mostly still free. */
const FIRST = 15_000;
const LAST = 30_000;

/** Whether something could listen on that port of 127.0.0.1 now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The remembered port if it is free, else another free one. */
export async function freePort(remembered: number | undefined): Promise<number> {
  if (remembered && (await isFree(remembered))) return remembered;
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}
