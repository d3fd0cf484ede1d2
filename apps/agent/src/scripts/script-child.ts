import type { ByteRange } from '#domain';
import { MODULES } from './script-modules.js';
import { WALLS } from './script-walls.js';

/** What the child is told on its standard input, as JSON. */
export interface ChildOrder {
  phase: 'setUp' | 'tearDown';
  scripts: { name: string; source: string }[];
  /** By name. */
  snippets: Record<string, string>;
  variables: Record<string, string>;
  /** Values set under these names, or under names that begin so, are secret. */
  secretNames: string[];
  secretPrefix: string;
  methods: readonly string[];
  request: ChildRequest;
  /** Of a teardown. */
  response: object | null;
  /** What no script may connect to. */
  fence: readonly ByteRange[];
  /** Characters of all lines together, and what a line counts besides its text. */
  logLength: number;
  lineCost: number;
}

/** A name that comes several times has a list of values. */
type ByName = Record<string, string | string[]>;

export interface ChildRequest {
  method: string;
  url: string;
  body: string;
  headers: ByName;
  queryParameters: ByName;
}

/**
 * The program of a process in which customers' scripts run: it reads a `ChildOrder` and writes JSON lines to its file
 * descriptor 3, `{ log }` and `{ secret }` as they come and `{ result }` at the end. What it writes is believed no more than any other input.
 *
 * It is a text, and not a file of its own, as a process with Node's permission model may not read files, this one included.
 *
 * Scripts share this process and its global objects: `WALLS` are around it, and not between them.
 */
export const CHILD_PROGRAM = String.raw`
import { readFileSync, writeSync } from 'node:fs';
import { format, inspect } from 'node:util';

const order = JSON.parse(readFileSync(0, 'utf8'));
const { stringify } = JSON;
const { now } = Date;
const exit = process.reallyExit.bind(process);

${WALLS}
function send(line) {
  let bytes = Buffer.from(stringify(line) + '\n');
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(3, bytes));
}

// With a sign of it, beside which a secret that was cut is found.
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + '…' : text);
let room = order.logLength;
function log(level, text) {
  if (room < 0) return;
  const msg = cut(text, 10_000);
  room -= msg.length + order.lineCost;
  send({ log: { time: now(), level, msg: room < 0 ? 'Further lines are left out: scripts may write 256 KB' : msg } });
}
const levels = { log: 'INFO', info: 'INFO', dir: 'INFO', table: 'INFO', debug: 'DEBUG', trace: 'DEBUG', warn: 'WARN', error: 'ERROR' };
for (const [name, level] of Object.entries(levels)) console[name] = (...args) => log(level, format(...args));
for (const [stream, level] of [[process.stdout, 'INFO'], [process.stderr, 'ERROR']])
  stream.write = (chunk) => (log(level, String(chunk).replace(/\n$/, '')), true);

const { secretNames, secretPrefix, variables } = order;
const tell = (secret) => send({ secret });
const isSecret = (name) => secretNames.includes(name) || name.startsWith(secretPrefix);
for (const name of Object.keys(process.env)) delete process.env[name];
for (const [name, value] of Object.entries({ TZ: 'UTC', ...variables })) {
  try {
    process.env[name] = value;
  } catch {
    // Not every name of a variable can be one of the environment.
  }
}
const before = { ...process.env };
const environment = process.env;
process.env = new Proxy(environment, {
  set: (target, name, value) => {
    if (typeof name === 'string' && isSecret(name)) tell(String(value));
    target[name] = value;
    return true;
  },
});

${MODULES}
const shown = (error) => (error instanceof Error ? String(error.message) : cut(inspect(error, { depth: 2 }), 1_000));
function described(error, name) {
  try {
    return name + ': ' + (error instanceof Error && error.name !== 'Error' ? error.name + ': ' : '') + shown(error);
  } catch {
    return name + ': something that cannot be shown was thrown';
  }
}
// Without the frames of this program and of Node.
const stackOf = (error) => {
  try {
    const lines = error instanceof Error ? String(error.stack).split('\n') : [];
    return lines.filter((line) => !/\[eval\d*\]|node:internal|^    at .*\(node:/.test(line)).map((line) => '\n' + line).join('');
  } catch {
    return '';
  }
};

const text = (value) => (typeof value === 'string' ? value : value === undefined || value === null ? '' : Object(value) === value ? stringify(value) : String(value));
const pairs = (byName) =>
  Object.entries(byName ?? {}).flatMap(([key, value]) =>
    [value].flat().filter((each) => each !== undefined && each !== null).map((each) => ({ key, value: text(each) })),
  );
function end(error) {
  const { request, response } = order;
  const result = { error, set: [], removed: [] };
  try {
    result.request = { method: text(request.method).toUpperCase(), url: text(request.url), body: text(request.body), headers: pairs(request.headers), queryParameters: pairs(request.queryParameters) };
    if (response !== null) result.body = text(response.body);
    if (!order.methods.includes(result.request.method)) {
      result.error ??= failed(new Error('request.method must be one of ' + order.methods.join(', ')));
      result.request.method = order.methods[0];
    }
  } catch (thrown) {
    result.error ??= failed(thrown);
  }
  for (const [name, value] of Object.entries(environment)) {
    if (before[name] === value) continue;
    result.set.push([name, value]);
    if (isSecret(name)) tell(value);
  }
  for (const name of Object.keys(before)) if (!(name in environment)) result.removed.push(name);
  send({ result });
  exit(0);
}

globalThis.request = order.request;
if (order.response !== null) globalThis.response = order.response;
// A script may put another object in their place: what it holds then is what counts.
for (const name of ['request', 'response'])
  if (order[name] !== null) Object.defineProperty(globalThis, name, { get: () => order[name], set: (value) => (order[name] = Object(value)) });

let current = '';
const failed = (error) => {
  const what = described(error, current);
  log('ERROR', what + stackOf(error));
  return what;
};
process.on('uncaughtException', (error) => end(failed(error)));
for (const script of order.scripts) {
  current = script.name;
  try {
    await run(script);
  } catch (error) {
    const what = failed(error);
    if (order.phase === 'setUp') end(what);
  }
}
end(null);
`;
