const BELL = 0x07;
const NEW_LINE = 0x0a;
const ESCAPE = 0x1b;
const SPACE = 0x20;
const DELETE = 0x7f;
/** One character that stands for ESC [. */
const CONTROL_SEQUENCE = 0x9b;
const NO_BREAK_SPACE = 0xa0;

/**
 * The text without terminal codes (colours, links) and control characters, and with one space for each run of white space.
 * One pass, whatever the text: each character is looked at once.
 */
export function plainText(text: string): string {
  let plain = '';
  let at = 0;
  let spaceWanted = false;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isVisible(code)) {
      const start = at;
      do at += 1;
      while (at < text.length && isVisible(text.charCodeAt(at)));
      plain += (spaceWanted ? ' ' : '') + text.slice(start, at);
      spaceWanted = false;
    } else if (code === ESCAPE || code === CONTROL_SEQUENCE) {
      at = endOfTerminalCode(text, at);
    } else {
      if (isSpace(code)) spaceWanted = plain !== '';
      at += 1;
    }
  }
  return plain;
}

/** One of those without an end reaches to the end of the line, or of its own alphabet: never further than what it takes away. */
function endOfTerminalCode(text: string, start: number): number {
  const kind = text.charCodeAt(start) === CONTROL_SEQUENCE ? '[' : text[start + 1];
  let at = text.charCodeAt(start) === CONTROL_SEQUENCE ? start + 1 : start + 2;
  if (kind === ']') {
    while (at < text.length && !endsCommand(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === BELL) return at + 1;
    return text[at + 1] === '\\' && text.charCodeAt(at) === ESCAPE ? at + 2 : at;
  }
  const last = kind === '[' ? 0x3f : 0x2f;
  if (kind !== '[') at = start + 1;
  while (text.charCodeAt(at) >= SPACE && text.charCodeAt(at) <= last) at += 1;
  const isFinal = text.charCodeAt(at) > last && text.charCodeAt(at) < DELETE;
  return isFinal ? at + 1 : at;
}

const endsCommand = (code: number) => code === BELL || code === ESCAPE || code === NEW_LINE;

function isVisible(code: number): boolean {
  return code < DELETE ? code > SPACE : code > NO_BREAK_SPACE && !isWideSpace(code);
}

function isSpace(code: number): boolean {
  return code === SPACE || (code >= 0x09 && code <= 0x0d) || code === NO_BREAK_SPACE || isWideSpace(code);
}

/** The white space of Unicode beyond Latin-1. */
function isWideSpace(code: number): boolean {
  if (code < 0x1680) return false;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
