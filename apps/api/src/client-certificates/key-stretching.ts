const INTEGER = 0x02;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;
const SCRYPT = '2b06010401da47040b';
const DEEPEST = 8;

/**
 * How much work the owner of an encrypted key (PKCS #8, DER) asks for to open it: the iterations, for scrypt its N x r x p.
 * It is measured before the key is opened, because that happens in one go and an upload could ask for hours. Null when it
 * cannot be read.
 */
export function keyStretching(der: Buffer): number | null {
  const outer = valueAt(der, 0);
  const algorithm = outer?.tag === SEQUENCE ? valueAt(outer.content, 0) : null;
  if (algorithm?.tag !== SEQUENCE) return null;
  const found = { numbers: [] as number[], isScrypt: false };
  if (!collect(algorithm.content, found, 0)) return null;
  return found.isScrypt
    ? found.numbers.reduce((product, number) => product * number, 1)
    : Math.max(1, ...found.numbers);
}

interface Value {
  tag: number;
  content: Buffer;
  /** Where the next value begins. */
  end: number;
}

/** False when the bytes are no DER. */
function collect(bytes: Buffer, found: { numbers: number[]; isScrypt: boolean }, depth: number): boolean {
  for (let at = 0; at < bytes.length;) {
    const value = valueAt(bytes, at);
    if (!value || depth > DEEPEST) return false;
    const { tag, content, end } = value;
    if (tag === INTEGER) found.numbers.push(content.length > 6 ? Number.POSITIVE_INFINITY : numberOf(content));
    if (tag === OBJECT_ID && content.toString('hex') === SCRYPT) found.isScrypt = true;
    if (tag === SEQUENCE && !collect(content, found, depth + 1)) return false;
    at = end;
  }
  return true;
}

const numberOf = (content: Buffer) => (content.length === 0 ? 0 : content.readUIntBE(0, content.length));

/** Lengths of more than four bytes are none that an upload can have. */
function valueAt(bytes: Buffer, at: number): Value | null {
  if (at + 2 > bytes.length) return null;
  const first = bytes[at + 1]!;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || more > 4 || at + 2 + more > bytes.length) return null;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const start = at + 2 + more;
  const end = start + length;
  return end > bytes.length ? null : { tag: bytes[at]!, content: bytes.subarray(start, end), end };
}
