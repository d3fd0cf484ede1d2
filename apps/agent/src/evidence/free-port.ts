import { createServer, type AddressInfo } from 'node:net';

/**
 * A port of this machine that is free now: a connection from a port known beforehand can be told from all others. Should
 * somebody take it in between, that connection fails and says so.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
