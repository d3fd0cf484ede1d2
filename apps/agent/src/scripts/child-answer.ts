import { API_METHODS, boundedText } from '#domain';
import type { ProcessEnd } from './script-process.js';
import type { JobLogLine, ScriptRequest } from './script.js';

const LEVELS: readonly JobLogLine['level'][] = ['DEBUG', 'INFO', 'WARN', 'ERROR'];
const LINE_LENGTH = 10_000;
/** What a line of the job log counts besides its text, in characters: a million empty ones are long, too. */
export const LINE_COST = 64;
/** Searching for more would take the time of other runs. */
const MOST_SECRETS = 500;

/** What a process of scripts has made. Its scripts could have written all of it: only its form is certain. */
export interface ChildAnswer {
  request: ScriptRequest;
  /** Of a teardown. */
  body: string | null;
  /** Variables that were set. */
  set: [string, string][];
  removed: string[];
  /** What a script threw. */
  error: string | null;
}

type Unknown = Record<string, unknown>;
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

export interface ChildSaid {
  jobLog: JobLogLine[];
  /** Values that were made secret; told at once, as a script may write them and then be killed. */
  secrets: string[];
  /** Null when the scripts did not come so far. */
  answer: ChildAnswer | null;
}

/**
 * What the process sent, and at most `length` characters of what its scripts wrote. Nothing when it made so many secrets that
 * not all can be kept.
 */
export function readAnswer({ lines }: ProcessEnd, length: number): ChildSaid {
  const jobLog: JobLogLine[] = [];
  const secrets = new Set<string>();
  let answer: ChildAnswer | null = null;
  let room = length;
  for (const line of lines.map(parsed)) {
    if (isText(line['secret'])) secrets.add(line['secret']);
    if (secrets.size > MOST_SECRETS) return { jobLog: [], secrets: [], answer: null };
    if (isObject(line['log']) && room > 0) {
      const said = logLine(line['log'], room);
      room -= said.msg.length + LINE_COST;
      jobLog.push(said);
    }
    if (isObject(line['result'])) answer = answerOf(line['result']);
  }
  return { jobLog, secrets: [...secrets], answer };
}

function parsed(line: string): Unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function logLine({ time, msg, level }: Unknown, room: number): JobLogLine {
  return {
    time: typeof time === 'number' && Number.isFinite(time) ? Math.round(time) : 0,
    msg: boundedText(isText(msg) ? msg : '', Math.min(LINE_LENGTH, room)),
    level: LEVELS.find((known) => known === level) ?? 'INFO',
  };
}

/** Null when it is none: then the process wrote it in place of ours. */
function answerOf({ request, body, set, removed, error }: Unknown): ChildAnswer | null {
  if (!isObject(request)) return null;
  const { method, url, body: sent, headers, queryParameters } = request;
  const known = API_METHODS.find((name) => name === method);
  if (known === undefined || !isText(url) || !isText(sent)) return null;
  const pairs = Array.isArray(set) ? set.map(texts) : [];
  return {
    request: {
      method: known,
      url,
      body: sent,
      headers: keyValues(headers),
      queryParameters: keyValues(queryParameters),
    },
    body: isText(body) ? body : null,
    set: pairs.filter((pair): pair is [string, string] => pair.length === 2),
    removed: texts(removed),
    error: isText(error) ? error : null,
  };
}

function keyValues(value: unknown): ScriptRequest['headers'] {
  return (Array.isArray(value) ? value : [])
    .filter(isObject)
    .flatMap(({ key, value: text }) => (isText(key) && isText(text) ? [{ key, value: text }] : []));
}
