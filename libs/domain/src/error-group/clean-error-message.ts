import { boundedText } from '../check-result/bounded-text.js';
import { ERROR_MESSAGE_LENGTH } from '../check-result/verdict.js';
import { plainText } from './plain-text.js';
import { isDigitAt, isWordAt, lettersEnd, varyingPart } from './varying-part.js';

/** The longest cleaned message, in characters. What is alike up to here is the same error. */
export const CLEANED_MESSAGE_LENGTH = 2_000;

/** How much of a message is read, in characters: ten times what a result can have, so that time is bounded for any text. */
const READ_LENGTH = 10 * ERROR_MESSAGE_LENGTH;

/** What ends a word that may be an address. */
const ENDS_ADDRESS = new Set(' "\'`<>()[]{}|');

/**
 * The part of an error message that is the same each time the error happens (reference 5.10): without terminal codes,
 * times, dates, uuids, ids, numbers, lines and columns, and what follows the ? of an address. Any text will do; the time
 * it takes is bounded. Cleaning a cleaned message changes nothing: no digit is left in it.
 */
export function cleanErrorMessage(message: string): string {
  const text = plainText(message.slice(0, READ_LENGTH));
  let clean = '';
  let copied = 0;
  let at = 0;
  let inAddress = false;
  const replace = (end: number, sign: string) => {
    clean += text.slice(copied, at) + sign;
    at = copied = end;
  };
  while (at < text.length && clean.length + at - copied <= CLEANED_MESSAGE_LENGTH) {
    const character = text[at]!;
    if (isWordAt(text, at)) {
      const isStart = !isWordAt(text, at - 1);
      const part = varyingPart(text, at, isStart);
      if (part) replace(part.end, part.sign);
      else at = lettersEnd(text, at);
    } else if (inAddress && character === '?') {
      replace(addressEnd(text, at), '');
    } else if ((character === '-' || character === '+') && isDigitAt(text, at + 1) && !isWordAt(text, at - 1)) {
      // A sign belongs to its number.
      replace(at + 1, '');
    } else {
      if (character === '/') inAddress = true;
      else if (ENDS_ADDRESS.has(character)) inAddress = false;
      at += 1;
    }
  }
  return boundedText(clean + text.slice(copied, at), CLEANED_MESSAGE_LENGTH);
}

function addressEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !ENDS_ADDRESS.has(text[end]!)) end += 1;
  return end;
}
