import { momentFormat } from './moment-format.js';
import { momentOfPhrase } from './moment-phrase.js';

/** The longest text that filling in may make, in characters (UTF-16 units). */
export const FILLED_LENGTH = 5_000_000;
/** `{{$RANDOM_NUMBER}}` is a whole number from 0 to this one. */
export const LARGEST_RANDOM_NUMBER = 10_000;

/** What a template may refer to. */
export interface TemplateVariables {
  /** By name. */
  values: ReadonlyMap<string, string>;
  /** Of `{{moment}}`. */
  now: Date;
  /** Of `{{$UUID}}`: another one each time. */
  uuid: () => string;
  /** 0 <= n < 1, another one each time. */
  random: () => number;
}

/** The text refers so often to such large values that filling it in would take the memory of everybody else. */
export class TemplateTooLarge extends Error {
  constructor() {
    super(`Its variables would make it longer than ${FILLED_LENGTH} characters`);
    this.name = 'TemplateTooLarge';
  }
}

/** Bounded, so that a text full of opening braces is read in linear time: the name of a variable has at most 255. */
const REFERENCE = /\{\{\{([^{}]{1,300})\}\}\}|\{\{([^{}]{1,300})\}\}/g;
const MOMENT = /^moment\s+(?:"([^"]*)"|'([^']*)')(?:\s+(?:"([^"]*)"|'([^']*)'))?$/;

/**
 * Reference 5.7: `{{NAME}}` inserts a value URI-encoded, `{{{NAME}}}` as it is; likewise the helpers `$UUID`,
 * `$RANDOM_NUMBER`, `moment "format"` and `moment "2 days ago" "format"` (UTC). Spaces beside a name do not count.
 *
 * What is not known stays as it stands: the reference in the result shows what is missing, and braces that mean
 * something else to the target get through. What a value holds is not filled in again. Throws TemplateTooLarge.
 */
export function fillIn(text: string, variables: TemplateVariables): string {
  if (!text.includes('{{')) return text;
  let length = text.length;
  return text.replace(REFERENCE, (reference: string, raw: string | undefined, encoded: string | undefined) => {
    const value = valueOf((raw ?? encoded!).trim(), variables);
    if (value === undefined) return reference;
    const inserted = raw === undefined ? encodeURIComponent(value.toWellFormed()) : value;
    length += inserted.length - reference.length;
    if (length > FILLED_LENGTH) throw new TemplateTooLarge();
    return inserted;
  });
}

function valueOf(name: string, { values, now, uuid, random }: TemplateVariables): string | undefined {
  if (name === '$UUID') return uuid();
  if (name === '$RANDOM_NUMBER') return String(Math.floor(random() * (LARGEST_RANDOM_NUMBER + 1)));
  const moment = MOMENT.exec(name);
  if (moment === null) return values.get(name);
  const [first, second] = [moment[1] ?? moment[2]!, moment[3] ?? moment[4]];
  const time = second === undefined ? now : momentOfPhrase(first, now);
  return time === null ? undefined : momentFormat(time, second ?? first);
}
