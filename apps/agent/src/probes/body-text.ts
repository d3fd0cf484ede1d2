import { TextDecoder } from 'node:util';
import type { HttpAnswer } from './http-exchange.js';

/** Nearly everything is UTF-8, and a decoder that is not streaming keeps nothing from one text to the next. */
const utf8 = new TextDecoder();

/** A body in its own character set; what the set does not know is replaced. */
export function bodyText({ body, contentType }: Pick<HttpAnswer, 'body' | 'contentType'>): string {
  return decoder(contentType).decode(body);
}

function decoder(contentType: string | null): TextDecoder {
  const label = /charset="?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (label.toLowerCase() === 'utf-8') return utf8;
  try {
    return new TextDecoder(label);
  } catch {
    return utf8;
  }
}
