import { createServer, type AddressInfo } from 'node:net';
import { serve } from '../serve.js';

const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok`;

/** Answers everything at once and closes, with as little work as possible: it must not be what is measured. */
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.once('data', () => socket.end(ANSWER));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 });

serve({ port: () => (server.address() as AddressInfo).port });
