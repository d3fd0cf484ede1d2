/** A text with one kind of escapes taken off. */
export interface Reading {
  text: string;
  /** For each unit of `text`, and for its end: where in the original that begins. */
  at: Int32Array;
}

/** Reads one escape at `from`: the units it stands for and its length, or null where there is none. */
type Escape = (text: string, from: number) => { units: string; length: number } | null;

interface Kind {
  sign: string;
  escape: Escape;
  /** What else is taken off the result: escapes come twice, and JSON is put into URLs. */
  inside: Kind[];
}

/** What a cut has left of an escape stands for nothing. */
const isCut = (text: string, at: number) => at >= text.length || text[at] === '…' || text[at] === '\uFFFD';
const hexadecimal = (text: string) => (/^[0-9a-f]+$/i.test(text) ? Number.parseInt(text, 16) : null);

const byteAt = (text: string, at: number) =>
  text[at] === '%' ? hexadecimal(text.slice(at + 1, at + 3).padEnd(2, '!')) : null;

/** How much of `%XX` a cut has left at `from`, 0..2 characters; null where nothing was cut. */
function cutPercent(text: string, from: number): number | null {
  if (isCut(text, from)) return 0;
  if (text[from] !== '%') return null;
  if (isCut(text, from + 1)) return 1;
  return /[0-9a-f]/i.test(text[from + 1]!) && isCut(text, from + 2) ? 2 : null;
}

/** UTF-8, and what is none as Latin-1: old servers write that. */
const percentEscape: Escape = (text, from) => {
  const first = byteAt(text, from);
  if (first === null) {
    const length = cutPercent(text, from);
    return length === null ? null : { units: '', length };
  }
  const more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  let point = more === 0 ? first : first & (0x3f >> more);
  for (let length = 3; length <= more * 3; length += 3) {
    const next = byteAt(text, from + length);
    if (next !== null && next >> 6 === 2) point = (point << 6) | (next & 0x3f);
    else if (next === null && cutPercent(text, from + length) !== null) return { units: '', length };
    else return { units: String.fromCharCode(first), length: 3 };
  }
  return { units: fromCodePoint(point), length: 3 * (more + 1) };
};

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON's, JavaScript's `\x41`, and otherwise the character behind the backslash. */
const jsonEscape: Escape = (text, from) => {
  const sign = text[from + 1];
  if (sign === undefined || isCut(text, from + 1)) return { units: '', length: 1 };
  const digits = sign === 'u' ? 4 : sign === 'x' ? 2 : 0;
  if (digits === 0) return { units: CONTROLS[sign] ?? sign, length: 2 };
  const code = text.slice(from + 2, from + 2 + digits);
  const cut = code.search(/[^0-9a-f]|$/i);
  if (cut < digits) return isCut(text, from + 2 + cut) ? { units: '', length: 2 + cut } : { units: sign, length: 2 };
  return { units: String.fromCharCode(hexadecimal(code)!), length: 2 + digits };
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/iy;

const htmlEscape: Escape = (text, from) => {
  ENTITY.lastIndex = from;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const [whole, name, decimal, hex] = match;
  const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  return { units: name ? ENTITIES[name.toLowerCase()]! : fromCodePoint(point), length: whole.length };
};

const fromCodePoint = (point: number) => (point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point));

const html: Kind = { sign: '&', escape: htmlEscape, inside: [] };
const innerJson: Kind = { sign: '\\', escape: jsonEscape, inside: [] };
const json: Kind = { ...innerJson, inside: [innerJson] };
const innerPercent: Kind = { sign: '%', escape: percentEscape, inside: [innerJson] };
const percent: Kind = { ...innerPercent, inside: [innerPercent, json, html] };
const KINDS: readonly Kind[] = [percent, json, html];

/** The text without its URL-encoding, JSON-escapes and HTML-escapes, some of them twice; nothing where it has none. */
export function* readings(text: string): Generator<Reading> {
  yield* readingsOf(text, KINDS, null);
}

function* readingsOf(text: string, kinds: readonly Kind[], before: Int32Array | null): Generator<Reading> {
  for (const { sign, escape, inside } of kinds) {
    const reading = text.includes(sign) ? read(text, sign, escape) : null;
    if (reading === null) continue;
    if (before !== null) reading.at.forEach((at, index) => (reading.at[index] = before[at]!));
    yield reading;
    if (inside.length > 0) yield* readingsOf(reading.text, inside, reading.at);
  }
}

/** Null when nothing was escaped. No escape is shorter than what it stands for, so the result is never longer. */
function read(text: string, sign: string, escape: Escape): Reading | null {
  const at = new Int32Array(text.length + 1);
  const pieces: string[] = [];
  let [length, from, changed] = [0, 0, false];
  const take = (piece: string, source: number, step: number) => {
    pieces.push(piece);
    for (let index = 0; index < piece.length; index += 1) at[length + index] = source + index * step;
    length += piece.length;
  };
  for (let next = text.indexOf(sign); next !== -1; next = text.indexOf(sign, Math.max(from, next + 1))) {
    const found = escape(text, next);
    if (found === null) continue;
    take(text.slice(from, next), from, 1);
    take(found.units, next, 0);
    from = next + found.length;
    changed = true;
  }
  if (!changed) return null;
  take(text.slice(from), from, 1);
  at[length] = text.length;
  return { text: pieces.join(''), at: at.subarray(0, length + 1) };
}
