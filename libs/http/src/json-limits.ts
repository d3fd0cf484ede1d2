/** Deepest nesting of a body. The deepest that any resource needs is 6. */
const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Throws on JSON text that nests too deep, before anything recursive sees it. One pass over the bytes. */
export function checkDepth(text: Buffer): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw new Error(`The body nests deeper than ${MAX_DEPTH} levels`);
  }
}

/** The path of the first text that PostgreSQL cannot store (NUL, lone surrogates), or null. */
export function findNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (!isStorable(key)) return path;
    const found = findNul(inner, at);
    if (found !== null) return found;
  }
  return null;
}

export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
