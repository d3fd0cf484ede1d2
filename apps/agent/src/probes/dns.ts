import { randomInt } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { boundedText, DNS_RECORD_TYPES, responseCodeFailure, type AssertionOutcome, type DnsRequest } from '#domain';
import { askServer, TRIES_MS, type Asked, type NameServer } from './dns-exchange.js';
import { answerText, encodeQuery, type DnsDocument } from './dns-message.js';
import { defaultServers, nameServersOf } from './dns-servers.js';
import { jsonAnswer, textAnswer } from './json-answer.js';
import { PhaseClock } from './phase-clock.js';
import { UnusableRequest, type Outcome, type Probe } from './probe.js';
import { RequestFailure } from './request-failure.js';
import { createResolve } from './resolve.js';
import { peerName } from './tcp-connection.js';
import { assertWithRegexes } from './with-regexes.js';

/** Records of an answer that a result keeps, and characters of each and of the text. */
const RECORDS_KEPT = 100;
const DATA_KEPT = 1_024;
const TEXT_KEPT = 4 * 1024;

/** `dnsCheckResult`: the result of a DNS check. */
export interface DnsCheckResult {
  assertions: AssertionOutcome[];
  request: Pick<DnsRequest, 'query' | 'recordType' | 'protocol'> & { nameServer: string | null; port: number | null };
  /** Null when no name server answered. */
  response: DnsResponseView | null;
  requestError: string | null;
}

export interface DnsResponseView {
  /** Address and port of the name server that answered. */
  nameServer: string;
  /** How the answer came: TCP also where it did not fit into a datagram. */
  protocol: 'UDP' | 'TCP';
  /** As text, e.g. NXDOMAIN. */
  responseCode: string;
  /** The records of the answer as in a zone file, one a line; at most 4 KiB. */
  text: string;
  /** Reference 5.4; at most 100 records. */
  json: DnsDocument;
  /** There are more records, or longer ones, than are kept here. */
  truncated: boolean;
  /** Milliseconds: until this server was asked, connecting to it (TCP), asking it. */
  timingPhases: { wait: number; connection: number; dns: number; total: number };
}

/** What a DNS probe works with; tests have servers of their own. */
export interface DnsProbeDeps {
  resolve: ReturnType<typeof createResolve>;
  defaultServers: () => readonly string[];
  triesMs: readonly number[];
}

/**
 * Reference 3.4, 5.3: asks a check's own name server, or the default ones in turn until one answers. The response time is
 * that of the server that did: finding it, and others that did not answer, are `wait`.
 */
export function createDnsProbe(deps: Partial<DnsProbeDeps> = {}): Probe {
  const { resolve = createResolve(), triesMs = TRIES_MS, defaultServers: defaults = defaultServers } = deps;
  return async (check, { isDenied }, signal) => {
    const request = dnsRequest(check.request);
    const began = performance.now();
    const attempt = new Attempt(request, began);
    try {
      const query = queryOf(request);
      const servers = await nameServersOf(request, { resolve, isDenied }, defaults(), signal);
      const failures: RequestFailure[] = [];
      for (const server of servers) {
        const clock = new PhaseClock();
        try {
          const asked = await askServer(server, query, request.protocol, clock, signal, triesMs);
          clock.stop();
          return await attempt.answered(server, asked, clock);
        } catch (error) {
          if (!(error instanceof RequestFailure) || signal.aborted) throw error;
          failures.push(error);
        }
      }
      throw allOf(failures);
    } catch (error) {
      if (error instanceof RequestFailure) return attempt.unanswered(error);
      throw error;
    }
  };
}

function queryOf({ query, recordType }: DnsRequest): Buffer {
  // The wire has no other letters; what cannot be written with them is left as it is, and refused.
  const name = /^[\x21-\x7e]+$/.test(query) ? query : domainToASCII(query);
  const encoded = encodeQuery(randomInt(0x10000), name, recordType);
  if (encoded !== null) return encoded;
  throw new RequestFailure(`"${boundedText(query, 100)}" is not a domain name`, { networkError: false });
}

function allOf(failures: readonly RequestFailure[]): RequestFailure {
  const [first] = failures;
  if (first !== undefined && failures.length === 1) return first;
  const message = `No name server gave an answer: ${failures.map((failure) => failure.message).join('; ')}`;
  return new RequestFailure(message, { networkError: failures.some(({ networkError }) => networkError) });
}

/** The finest that is reported. */
const microseconds = (ms: number) => Math.round(ms * 1_000) / 1_000;

/** Makes outcomes of what became of one request. */
class Attempt {
  constructor(
    private readonly request: DnsRequest,
    private readonly began: number,
  ) {}

  async answered({ address, port }: NameServer, { document, protocol }: Asked, clock: PhaseClock): Promise<Outcome> {
    const { dns, tcp, ...none } = clock.phases();
    const total = microseconds(dns + tcp);
    const wait = microseconds(Math.max(0, performance.now() - this.began - total));
    const text = answerText(document);
    const assertions = await assertWithRegexes(this.request.assertions, (find) => ({
      RESPONSE_TIME: () => total,
      RESPONSE_CODE: () => document.Status,
      TEXT_ANSWER: ({ property }) => textAnswer(text, property, find),
      JSON_ANSWER: (assertion) => jsonAnswer(document, assertion, find),
    }));
    const failure = responseCodeFailure(document.Status, this.request.assertions);
    const kept = shortened(document);
    const response: DnsResponseView = {
      nameServer: peerName(address, port),
      protocol,
      responseCode: document.Status,
      text: boundedText(text, TEXT_KEPT),
      json: kept,
      truncated: text.length > TEXT_KEPT || document.Answer.length > RECORDS_KEPT,
      timingPhases: { wait, connection: tcp, dns, total },
    };
    return {
      statusCode: null,
      responseTime: total,
      timings: { ...none, wait, dns, tcp },
      requestError: null,
      networkError: false,
      assertions,
      ...(failure !== null && { failures: [failure] }),
      detail: result(this.request, { assertions, response }),
    };
  }

  unanswered(failure: RequestFailure): Outcome {
    const elapsed = microseconds(performance.now() - this.began);
    return {
      statusCode: null,
      responseTime: elapsed,
      timings: { wait: 0, dns: elapsed, tcp: 0, tls: 0, firstByte: 0, download: 0 },
      requestError: failure.message,
      networkError: failure.networkError,
      assertions: [],
      detail: result(this.request, { requestError: failure.message }),
    };
  }
}

const shortened = (document: DnsDocument): DnsDocument => ({
  ...document,
  Answer: document.Answer.slice(0, RECORDS_KEPT).map((record) => ({
    ...record,
    data: boundedText(record.data, DATA_KEPT),
  })),
});

function result(request: DnsRequest, known: Partial<DnsCheckResult>): DnsCheckResult {
  const { query, recordType, protocol, nameServer = null, port = null } = request;
  const shown = { query, recordType, protocol, nameServer, port };
  return { assertions: [], request: shown, response: null, requestError: null, ...known };
}

/** What the API stored was valid once; a check of another release may still not be usable here. */
function dnsRequest(value: unknown): DnsRequest {
  const request = (value ?? {}) as Partial<DnsRequest>;
  const { query, nameServer, port } = request;
  if (typeof query !== 'string' || query === '') throw new UnusableRequest('it has no query');
  const recordType = DNS_RECORD_TYPES.find((type) => type === request.recordType);
  if (recordType === undefined) throw new UnusableRequest('its record type is not known here');
  return {
    query,
    recordType,
    protocol: request.protocol === 'TCP' ? 'TCP' : 'UDP',
    ...(typeof nameServer === 'string' && nameServer !== '' && { nameServer }),
    ...(Number.isInteger(port) && { port: port! }),
    assertions: Array.isArray(request.assertions) ? request.assertions : [],
  };
}
