import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as the server saw it. */
export interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A listener that answers 200 and keeps what it was sent, oldest first. */
export function recorder(): { received: Received[]; listener: RequestListener } {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.end('ok');
    });
  };
  return { received, listener };
}
