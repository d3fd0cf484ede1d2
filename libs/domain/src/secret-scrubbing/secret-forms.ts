import { readings } from './readings.js';

/** Shorter values are not searched for: they stand in texts that have nothing to do with them. */
export const SHORTEST_SECRET = 4;
/** A line of a secret that has several (a private key) counts by itself when it has so many characters. */
const SHORTEST_LINE = 20;

/** Reference 5.7 names those before `true`. */
const COMMON = new Set(
  '/ * /artifact/ https:// http:// 123 true false null undefined none http https localhost 127.0.0.1 0.0.0.0'.split(
    ' ',
  ),
);

/** Reference 5.7: very short and common values stay; so does one character repeated, such as `*********`. */
export function isScrubbable(secret: string): boolean {
  return secret.length >= SHORTEST_SECRET && !COMMON.has(secret.toLowerCase()) && !/^(.)\1*$/su.test(secret);
}

/**
 * The texts that give a secret away: as it is, in lower case (a host, the name of a header), its lines, in hexadecimal, and
 * in base64 at each of the three places where it may begin in what was encoded (`user:password`). What is URL-encoded or
 * escaped is not here: that is taken off the text (`readings`), as there are many ways to write it.
 */
export function secretForms(secret: string): Set<string> {
  const forms = new Set<string>();
  for (const value of [secret, secret.trim()].filter(isScrubbable)) {
    const bytes = new TextEncoder().encode(value);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    // A secret that itself looks escaped is read otherwise where more of it is escaped.
    const read = Array.from(readings(value), ({ text }) => text).filter(isScrubbable);
    const plain = [value, value.toLowerCase(), value.replaceAll(' ', '+'), ...read];
    const all = [...plain, ...longLines(value), hex, hex.toUpperCase(), ...base64Forms(bytes)];
    for (const form of all) if (form.length >= SHORTEST_SECRET) forms.add(form);
  }
  return forms;
}

function longLines(value: string): string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.filter((line) => line.length >= SHORTEST_LINE && !line.startsWith('-----'));
}

/** Only the characters that depend on nothing but the secret, whatever stands before and after it. */
function* base64Forms(bytes: Uint8Array): Generator<string> {
  for (const before of [0, 1, 2]) {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const certain = base64(padded).slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
    yield certain;
    yield certain.replaceAll('+', '-').replaceAll('/', '_');
  }
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
