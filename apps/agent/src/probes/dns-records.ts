/** A message that breaks RFC 1035. */
export class MalformedMessage extends Error {}

export const cutShort = () => new MalformedMessage('it ends in the middle of a record');

/** The types that are known by name; others are called TYPE and their number (RFC 3597). */
export const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [2, 'NS'],
  [5, 'CNAME'],
  [6, 'SOA'],
  [12, 'PTR'],
  [15, 'MX'],
  [16, 'TXT'],
  [28, 'AAAA'],
  [33, 'SRV'],
  [39, 'DNAME'],
  [46, 'RRSIG'],
  [65, 'HTTPS'],
  [257, 'CAA'],
]);

export const typeName = (type: number): string => TYPE_NAMES.get(type) ?? `TYPE${type}`;

const NAME_BYTES = 255;
/** Two bits that make two bytes a pointer to a name told before. */
const POINTER = 0xc0;

/** The name that starts at `at`, with its dot at the end, and where the message goes on after it. */
export function nameAt(message: Buffer, at: number): { name: string; end: number } {
  const labels: string[] = [];
  let [position, bytes, before] = [at, 1, at];
  let end: number | null = null;
  for (;;) {
    const length = message.readUInt8(position);
    if (length === 0) break;
    if ((length & POINTER) === POINTER) {
      end ??= position + 2;
      const target = message.readUInt16BE(position) & 0x3fff;
      // Strictly backwards: pointers that go in circles would never end.
      if (target >= before) throw new MalformedMessage('a name points to itself');
      [position, before] = [target, target];
      continue;
    }
    if ((length & POINTER) !== 0) throw new MalformedMessage('a label has an unknown form');
    bytes += length + 1;
    if (bytes > NAME_BYTES) throw new MalformedMessage('a name is too long');
    labels.push(labelText(piece(message, position + 1, position + 1 + length)));
    position += length + 1;
  }
  return { name: `${labels.join('.')}.`, end: end ?? position + 1 };
}

function piece(message: Buffer, start: number, stop: number): Buffer {
  if (stop > message.length) throw cutShort();
  return message.subarray(start, stop);
}

/** RFC 1035, 5.1: what would read as something else is escaped. */
const labelText = (label: Buffer) =>
  [...label]
    .map((byte) => {
      if (byte < 0x21 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`;
      const letter = String.fromCharCode(byte);
      return /[.\\"();@$]/.test(letter) ? `\\${letter}` : letter;
    })
    .join('');

/** The data of a record as people read it; of types without a text of their own as RFC 3597 has it. */
export function recordText(type: string, message: Buffer, start: number, stop: number): string {
  const data = piece(message, start, stop);
  switch (type) {
    case 'A':
      return data.length === 4 ? data.join('.') : malformed(type);
    case 'AAAA':
      return data.length === 16 ? ipv6Text(data) : malformed(type);
    case 'NS':
    case 'CNAME':
    case 'PTR':
    case 'DNAME':
      return nameWithin(message, start, stop).name;
    case 'MX':
      return `${data.readUInt16BE(0)} ${nameWithin(message, start + 2, stop).name}`;
    case 'SRV':
      return `${[0, 2, 4].map((at) => data.readUInt16BE(at)).join(' ')} ${nameWithin(message, start + 6, stop).name}`;
    case 'TXT':
      return strings(data);
    case 'SOA':
      return authority(message, start, stop);
    default:
      return `\\# ${data.length} ${data.toString('hex')}`.trimEnd();
  }
}

function malformed(type: string): never {
  throw new MalformedMessage(`a record of type ${type} has the wrong length`);
}

function nameWithin(message: Buffer, start: number, stop: number): { name: string; end: number } {
  const found = nameAt(message, start);
  return found.end > stop ? malformed('name') : found;
}

/** RFC 5952, by the one formatter that Node has. */
function ipv6Text(data: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, n) => data.readUInt16BE(n * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** The strings of a TXT record, put together as their users do. */
function strings(data: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    const length = data.readUInt8(at);
    parts.push(piece(data, at + 1, at + 1 + length));
    at += length + 1;
  }
  return Buffer.concat(parts).toString();
}

function authority(message: Buffer, start: number, stop: number): string {
  const server = nameWithin(message, start, stop);
  const mailbox = nameWithin(message, server.end, stop);
  if (mailbox.end + 20 > stop) malformed('SOA');
  const numbers = [0, 4, 8, 12, 16].map((at) => message.readUInt32BE(mailbox.end + at));
  return [server.name, mailbox.name, ...numbers].join(' ');
}
