import { connect } from 'node:net';

/** Sends bytes as they are and returns everything that comes back until the server closes or `enough` is satisfied. */
export function rawRequest(
  url: string,
  bytes: string | Buffer,
  enough: (text: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      if (enough(text)) done();
    });
    socket.on('error', (error) => (text === '' ? reject(error) : done()));
    socket.on('close', done);
  });
}

/** Status line, headers and JSON body of one raw response. */
export function parseRaw(text: string): { statusLine: string; head: string; body: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { statusLine: head.split('\r\n')[0] ?? '', head: head.toLowerCase(), body: JSON.parse(body) as unknown };
}
