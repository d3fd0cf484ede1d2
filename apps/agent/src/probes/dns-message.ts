import { cutShort, nameAt, recordText, TYPE_NAMES, typeName } from './dns-records.js';
import { codeOf } from './request-failure.js';

/** RFC 1035, 2136: the codes of answers. */
const CODES = [
  'NOERROR',
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMP',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
];
/** What a Buffer says when it is read beyond its end. */
const PAST_THE_END = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);
const HEADER_BYTES = 12;
const INTERNET = 1;
const LABEL_BYTES = 63;
const NAME_BYTES = 255;

export interface DnsQuestion {
  /** With its dot at the end. */
  name: string;
  /** As text, e.g. AAAA. */
  type: string;
}

/** One record as people read it. */
export interface DnsRecord extends DnsQuestion {
  /** Seconds. */
  TTL: number;
  data: string;
}

/** Reference 5.4: the document that JSON_ANSWER asserts on. */
export interface DnsDocument {
  Answer: DnsRecord[];
  Question: DnsQuestion[];
  /** The response code as text. */
  Status: string;
  /** Truncated. */
  TC: boolean;
  /** Recursion desired, available. */
  RD: boolean;
  RA: boolean;
  /** Authenticated data. */
  AD: boolean;
  /** Checking disabled. */
  CD: boolean;
}

/** The name as it goes over the wire; null when it is no domain name. */
function wireName(name: string): Buffer | null {
  const labels = name === '.' ? [] : name.replace(/\.$/, '').split('.');
  const parts = labels.map((label) => Buffer.from(label));
  if (parts.some(({ length }) => length === 0 || length > LABEL_BYTES)) return null;
  const wire = Buffer.concat([...parts.flatMap((part) => [Buffer.from([part.length]), part]), Buffer.from([0])]);
  return wire.length > NAME_BYTES ? null : wire;
}

/** A question with recursion desired, and AD set to say that we understand it (RFC 6840); null when `name` is no domain name. */
export function encodeQuery(id: number, name: string, type: string): Buffer | null {
  const wire = wireName(name);
  const number = [...TYPE_NAMES].find(([, text]) => text === type)?.[0];
  if (wire === null || number === undefined) return null;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x0120, 2);
  header.writeUInt16BE(1, 4);
  const asked = Buffer.alloc(4);
  asked.writeUInt16BE(number, 0);
  asked.writeUInt16BE(INTERNET, 2);
  return Buffer.concat([header, wire, asked]);
}

/**
 * Whether a message can be the answer to a query: the id, the direction and the question agree. A server that did not
 * understand the question may leave it out. What is not, comes from somebody else and is left alone.
 */
export function answersTo(query: Buffer, message: Buffer): boolean {
  if (message.length < HEADER_BYTES || message.readUInt16BE(0) !== query.readUInt16BE(0)) return false;
  const flags = message.readUInt16BE(2);
  if ((flags & 0x8000) === 0) return false;
  if (message.readUInt16BE(4) === 0) return (flags & 0x000f) !== 0;
  const question = (from: Buffer) => from.subarray(HEADER_BYTES, query.length).toString('latin1').toLowerCase();
  return question(message) === question(query);
}

/** Throws a MalformedMessage. Ends for every input: names only ever point backwards. */
export function decodeAnswer(message: Buffer): DnsDocument {
  try {
    return decode(message);
  } catch (error) {
    if (PAST_THE_END.has(codeOf(error) ?? '')) throw cutShort();
    throw error;
  }
}

function decode(message: Buffer): DnsDocument {
  const flags = message.readUInt16BE(2);
  const [questions, answers] = [message.readUInt16BE(4), message.readUInt16BE(6)];
  let at = HEADER_BYTES;
  const Question: DnsQuestion[] = [];
  for (let n = 0; n < questions; n += 1) {
    const { name, end } = nameAt(message, at);
    Question.push({ name, type: typeName(message.readUInt16BE(end)) });
    at = end + 4;
  }
  const Answer: DnsRecord[] = [];
  for (let n = 0; n < answers; n += 1) {
    const { name, end } = nameAt(message, at);
    const type = typeName(message.readUInt16BE(end));
    const start = end + 10;
    const stop = start + message.readUInt16BE(end + 8);
    if (stop > message.length) throw cutShort();
    Answer.push({ name, type, TTL: message.readUInt32BE(end + 4), data: recordText(type, message, start, stop) });
    at = stop;
  }
  const is = (bit: number) => (flags & bit) !== 0;
  const bits = { TC: is(0x0200), RD: is(0x0100), RA: is(0x0080), AD: is(0x0020), CD: is(0x0010) };
  return { Answer, Question, Status: CODES[flags & 0x000f] ?? `RCODE${flags & 0x000f}`, ...bits };
}

/** The answer's records as in a zone file, one a line: what TEXT_ANSWER asserts on. */
export const answerText = ({ Answer }: DnsDocument): string =>
  Answer.map(({ name, TTL, type, data }) => `${name} ${TTL} IN ${type} ${data}`).join('\n');
