import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What a name server does with a question: messages to send, none for silence. Over TCP it may also write by itself. */
export type Answering = (query: Buffer, protocol: 'UDP' | 'TCP', socket?: Socket) => Buffer[];

const open: (() => void)[] = [];

/** A name server that answers over UDP and TCP at one port of 127.0.0.1. */
export async function dnsTarget(answering: Answering): Promise<number> {
  const tcp = createServer((socket) => {
    open.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      for (const answer of answering(data.subarray(2), 'TCP', socket)) socket.write(framed(answer));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, { port: from, address }) => {
    for (const answer of answering(query, 'UDP')) udp.send(answer, from, address);
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  open.push(
    () => tcp.close(),
    () => udp.close(),
  );
  return port;
}

export function stopDnsTargets(): void {
  for (const close of open.splice(0)) close();
}

/** A message as TCP carries it. */
export const framed = (message: Buffer) => Buffer.concat([u16(message.length), message]);

export function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, at) => bytes.writeUInt16BE(number, at * 2));
  return bytes;
}

export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => bytes.writeUInt32BE(number, at * 4));
  return bytes;
}

/** A name without compression. */
export const wire = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Points to the name of the question. */
export const ASKED_NAME = u16(0xc00c);
export const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, TXT: 16, AAAA: 28 } as const;

export const record = (type: number, data: Buffer, name: Buffer = ASKED_NAME, ttl = 300) =>
  Buffer.concat([name, u16(type, 1), u32(ttl), u16(data.length), data]);

export const text = (...strings: string[]) =>
  Buffer.concat(strings.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]));

interface Flags {
  code?: number;
  /** More bits of the second word of the header. */
  bits?: number;
  id?: number;
}

/** The answer to a query: its id and its question, recursion available. */
export function reply(query: Buffer, records: Buffer[] = [], { code = 0, bits = 0, id }: Flags = {}): Buffer {
  const header = u16(id ?? query.readUInt16BE(0), 0x8180 | bits | code, 1, records.length, 0, 0);
  return Buffer.concat([header, query.subarray(12), ...records]);
}
