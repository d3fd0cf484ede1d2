/** A part of a text that differs from one occurrence of an error to the next, and what stands for it. */
export interface VaryingPart {
  end: number;
  sign: '<uuid>' | '<time>' | '<date>' | '<n>';
}

const DIGIT = 1;
const HEX_LETTER = 2;
const LETTER = 4;

/** What each ASCII character is. */
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (character >= '0' && character <= '9') KINDS[code] = DIGIT;
  else if (character.toLowerCase() >= 'a' && character.toLowerCase() <= 'z')
    KINDS[code] = character.toLowerCase() <= 'f' ? LETTER | HEX_LETTER : LETTER;
}

const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;

export const isDigitAt = (text: string, at: number): boolean => kindAt(text, at) === DIGIT;
/** A letter or digit of ASCII. */
export const isWordAt = (text: string, at: number): boolean => kindAt(text, at) !== 0;

/** Where the letters that begin at `at` end. */
export function lettersEnd(text: string, at: number): number {
  let end = at;
  while ((kindAt(text, end) & LETTER) !== 0) end += 1;
  return end;
}

/** Letters and digits mixed are an id from this length on; hexadecimal ones earlier. */
const ID_LENGTH = 16;
const HEX_ID_LENGTH = 6;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const DATE_WORDS = new Set([...MONTHS, ...DAYS].flatMap((name) => [name, name.slice(0, 3)]));
const LONGEST_DATE_WORD = 9;

/**
 * The varying part that begins at `at`, which is a letter or digit; null when there is none. `isStart` is false inside a
 * word. Looks at the word, and at no more than some dozens of characters behind it.
 */
export function varyingPart(text: string, at: number, isStart: boolean): VaryingPart | null {
  if (isStart) {
    const word = wordAt(text, at);
    const end = uuidEnd(text, at, word);
    if (end !== null) return { end, sign: '<uuid>' };
    const timeEnd = word.end - at === 4 ? momentEnd(text, at) : null;
    if (timeEnd !== null) return { end: timeEnd, sign: '<time>' };
    if (isId(text, at, word)) return { end: word.end, sign: '<n>' };
    if (isDateWord(text, at, word)) return { end: word.end, sign: '<date>' };
  }
  return isDigitAt(text, at) ? { end: numberEnd(text, at), sign: '<n>' } : null;
}

interface Word {
  end: number;
  /** The kinds of all its characters. */
  kinds: number;
  isHex: boolean;
}

function wordAt(text: string, at: number): Word {
  let kinds = 0;
  let isHex = true;
  let end = at;
  for (let kind = kindAt(text, end); kind !== 0; kind = kindAt(text, (end += 1))) {
    kinds |= kind;
    if (kind === LETTER) isHex = false;
  }
  return { end, kinds, isHex };
}

/** Digits alone are a number. */
function isId(text: string, at: number, { end, kinds, isHex }: Word): boolean {
  if ((kinds & DIGIT) === 0 || kinds === DIGIT) return false;
  const length = end - at;
  if (length >= ID_LENGTH || (isHex && length >= HEX_ID_LENGTH)) return true;
  return length > 2 && text[at] === '0' && (text[at + 1] === 'x' || text[at + 1] === 'X') && wordAt(text, at + 2).isHex;
}

const UUID_HYPHENS = [8, 13, 18, 23];
const UUID_LENGTH = 36;

function uuidEnd(text: string, at: number, word: Word): number | null {
  if (word.end - at !== UUID_HYPHENS[0] || !word.isHex) return null;
  let kinds = word.kinds;
  for (let index = UUID_HYPHENS[0]; index < UUID_LENGTH; index += 1) {
    const kind = kindAt(text, at + index);
    if (UUID_HYPHENS.includes(index) ? text[at + index] !== '-' : kind === 0 || kind === LETTER) return null;
    kinds |= kind;
  }
  const end = at + UUID_LENGTH;
  return isWordAt(text, end) || (kinds & DIGIT) === 0 ? null : end;
}

/** 2026-11-21, 2026/11/21 16:04:54, 2026-11-21T16:04:54.123+01:00. */
function momentEnd(text: string, at: number): number | null {
  const hyphen = text[at + 4];
  if ((hyphen !== '-' && hyphen !== '/') || text[at + 7] !== hyphen) return null;
  if (!areDigits(text, at, 4) || !areDigits(text, at + 5, 2) || !areDigits(text, at + 8, 2)) return null;
  const date = at + 10;
  if (isDigitAt(text, date)) return null;
  const between = text[date];
  const isTime = between === 'T' || between === 't' || between === ' ';
  return isTime ? (clockEnd(text, date + 1) ?? date) : date;
}

function clockEnd(text: string, at: number): number | null {
  if (!areDigits(text, at, 2) || text[at + 2] !== ':' || !areDigits(text, at + 3, 2)) return null;
  let end = at + 5;
  if (text[end] === ':' && areDigits(text, end + 1, 2)) end += 3;
  if ((text[end] === '.' || text[end] === ',') && isDigitAt(text, end + 1)) end = digitsEnd(text, end + 1);
  if (text[end] === 'Z' || text[end] === 'z') return end + 1;
  if ((text[end] !== '+' && text[end] !== '-') || !areDigits(text, end + 1, 2)) return end;
  const minutes = text[end + 3] === ':' ? end + 4 : end + 3;
  return areDigits(text, minutes, 2) ? minutes + 2 : end + 3;
}

function areDigits(text: string, at: number, count: number): boolean {
  for (let index = at; index < at + count; index += 1) if (!isDigitAt(text, index)) return false;
  return true;
}

/** The name of a month or day beside a number: 21 Nov 2026; Sat, 21 Nov; Saturday, November 21. */
function isDateWord(text: string, at: number, word: Word): boolean {
  if ((word.kinds & DIGIT) !== 0 || !isDateName(text, at, word)) return false;
  if (isDigitAt(text, at - 2) && ' -/'.includes(text[at - 1]!)) return true;
  const next = afterSeparators(text, word.end);
  if (next === null || isDigitAt(text, next)) return next !== null;
  const second = wordAt(text, next);
  const third = afterSeparators(text, second.end);
  return third !== null && isDigitAt(text, third) && isDateName(text, next, second);
}

function isDateName(text: string, at: number, { end }: Word): boolean {
  const length = end - at;
  return length >= 3 && length <= LONGEST_DATE_WORD && DATE_WORDS.has(text.slice(at, end));
}

/** The place behind one or two separators; null where there are none or more. */
function afterSeparators(text: string, at: number): number | null {
  let end = at;
  while (end < at + 2 && end < text.length && ' ,.-/'.includes(text[end]!)) end += 1;
  return end > at && isWordAt(text, end) ? end : null;
}

/** Decimals, addresses, times of day, versions, line and column: digits with a point, comma or colon between are one number. */
function numberEnd(text: string, at: number): number {
  let end = digitsEnd(text, at);
  while ('.,:'.includes(text[end] ?? ' ') && isDigitAt(text, end + 1) && !beginsOther(text, end + 1)) {
    end = digitsEnd(text, end + 1);
  }
  return end;
}

/** Whether the digits at `at` begin something that is no number: 12:550e8400-e29b-..., 7:1a2b3c4d. */
function beginsOther(text: string, at: number): boolean {
  const word = wordAt(text, at);
  if (word.end - at === 4 && momentEnd(text, at) !== null) return true;
  return uuidEnd(text, at, word) !== null || isId(text, at, word);
}

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigitAt(text, end)) end += 1;
  return end;
}
