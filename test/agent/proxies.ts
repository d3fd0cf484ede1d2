import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { fixture, serverTarget } from './targets.js';

export interface TestProxy {
  port: number;
  /** What it was asked for, oldest first: `GET http://...` or `CONNECT host:port`. */
  asked: string[];
  /** Proxy-Authorization of each request. */
  authorizations: (string | undefined)[];
}

interface ProxyOptions {
  secure?: boolean;
  /** The credentials it asks for. */
  authorization?: string;
  /** What it says to every request instead of carrying it. */
  refuses?: { status: number; text: string };
}

/** A real forward proxy for http and https targets on this machine, whatever their name. */
export async function proxyTarget({ secure = false, authorization, refuses }: ProxyOptions = {}): Promise<TestProxy> {
  const proxy: TestProxy = { port: 0, asked: [], authorizations: [] };
  const refusal = ({ method, url, headers }: IncomingMessage) => {
    proxy.asked.push(`${method} ${url}`);
    const given = headers['proxy-authorization'];
    proxy.authorizations.push(given);
    if (authorization !== undefined && given !== authorization) {
      return { status: 407, text: 'Proxy Authentication Required' };
    }
    return refuses;
  };
  const carry = (incoming: IncomingMessage, response: ServerResponse) => {
    const refused = refusal(incoming);
    if (refused) return void response.writeHead(refused.status, refused.text).end('the proxy says no');
    const { port, pathname, search } = new URL(incoming.url!);
    const { 'proxy-authorization': _own, ...headers } = incoming.headers;
    const onward = httpRequest({ host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502, 'Bad Gateway').end());
    incoming.pipe(onward);
  };
  const server = secure
    ? createHttps({ key: fixture('authority-server-key.pem'), cert: fixture('authority-server-cert.pem') }, carry)
    : createServer(carry);
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    const refused = refusal(incoming);
    if (refused) return void socket.end(`HTTP/1.1 ${refused.status} ${refused.text}\r\nContent-Length: 2\r\n\r\nno`);
    const onward = connect(Number(incoming.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('close', () => onward.destroy());
  });
  proxy.port = await serverTarget(server);
  return proxy;
}
