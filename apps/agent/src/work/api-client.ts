import { createReadStream } from 'node:fs';
import { isIPv4 } from 'node:net';
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import {
  ARTIFACTS_PATH,
  ERRORS_PATH,
  LEASES_PATH,
  RELEASE_PATH,
  RENEW_PATH,
  RESULTS_PATH,
  type AgentErrorsRequest,
  type ArtifactVerdict,
  type HeldLeasesRequest,
  type LeaseRequest,
  type LeaseResponse,
  type RenewResponse,
  type ReportRequest,
  type ReportResponse,
} from '#agent-protocol';
import type { Spooled } from '../artifacts/artifact-spool.js';
import { newTraceId, traceparentOf } from '../trace.js';

/** Longest wait for an answer beyond what the API was asked to wait, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Storing a batch of results may take longer. */
const RESULTS_PATIENCE_MS = 30_000;

/** The API answered, but not as hoped. `status` is the HTTP status. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(`The API answered ${status}: ${message}`);
    this.name = 'ApiRefusal';
  }

  /** The location's key is wrong, expired or revoked. */
  get isKeyRefused(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Sending the very same again cannot help. */
  get isFinal(): boolean {
    return (
      this.status >= 400 && this.status < 500 && !this.isKeyRefused && ![404, 408, 421, 425, 429].includes(this.status)
    );
  }
}

/**
 * The agent's side of the wire contract. Every call rejects with an ApiRefusal or with what went wrong on the network, and
 * carries a trace id, under which the API logs what it did.
 */
export class ApiClient {
  private readonly dispatcher: Dispatcher;

  constructor(
    private readonly apiUrl: string,
    private readonly apiKey: string,
  ) {
    this.dispatcher = createDispatcher(new URL(apiUrl).hostname);
  }

  /** Waits as long as the request says. */
  async lease(body: LeaseRequest, signal: AbortSignal, traceId = newTraceId()): Promise<LeaseResponse> {
    const patience = body.waitSeconds * 1_000 + PATIENCE_MS;
    const answer = await this.post(LEASES_PATH, JSON.stringify(body), patience, traceId, signal);
    return checked<LeaseResponse>(answer, ['leases', 'denyTargets']);
  }

  async renew(body: HeldLeasesRequest, signal?: AbortSignal, traceId = newTraceId()): Promise<RenewResponse> {
    const answer = await this.post(RENEW_PATH, JSON.stringify(body), PATIENCE_MS, traceId, signal);
    return checked<RenewResponse>(answer, ['lost']);
  }

  async release(body: HeldLeasesRequest, traceId = newTraceId()): Promise<void> {
    await this.post(RELEASE_PATH, JSON.stringify(body), PATIENCE_MS, traceId);
  }

  /** `results` are the reports as JSON texts: they are written once, for the wire and for the spool. */
  async report(
    agentId: ReportRequest['agentId'],
    results: readonly string[],
    traceId = newTraceId(),
  ): Promise<ReportResponse> {
    const body = `{"agentId":${JSON.stringify(agentId)},"results":[${results.join(',')}]}`;
    const text = await this.post(RESULTS_PATH, body, RESULTS_PATIENCE_MS, traceId);
    const answer = checked<ReportResponse>(text, ['verdicts']);
    if (answer.verdicts.length === results.length) return answer;
    throw new Error(`The API answered ${answer.verdicts.length} verdicts for ${results.length} results`);
  }

  async errors(body: AgentErrorsRequest, traceId = newTraceId()): Promise<void> {
    await this.post(ERRORS_PATH, JSON.stringify(body), PATIENCE_MS, traceId);
  }

  /** Streams a file of a run, which lies at `path`. */
  async upload(
    about: Spooled,
    path: string,
    signal: AbortSignal,
    traceId = newTraceId(),
  ): Promise<{ verdict: ArtifactVerdict }> {
    const { resultId, name, runId, token, attempt, type, sha256, size, contentType } = about;
    const query = new URLSearchParams({ runId, token: String(token), attempt: String(attempt), type, sha256 });
    const response = await request(
      `${this.apiUrl}${ARTIFACTS_PATH}/${resultId}/${encodeURIComponent(name)}?${query.toString()}`,
      {
        method: 'PUT',
        dispatcher: this.dispatcher,
        headers: { ...this.headers(traceId), 'content-type': contentType, 'content-length': String(size) },
        body: createReadStream(path),
        headersTimeout: RESULTS_PATIENCE_MS,
        bodyTimeout: PATIENCE_MS,
        signal,
      },
    );
    return (await answerOf(response)) as { verdict: ArtifactVerdict };
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private async post(
    path: string,
    body: string,
    patience: number,
    traceId: string,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const response = await request(`${this.apiUrl}${path}`, {
      method: 'POST',
      dispatcher: this.dispatcher,
      headers: { ...this.headers(traceId), 'content-type': 'application/json' },
      body,
      headersTimeout: patience,
      bodyTimeout: PATIENCE_MS,
      signal,
    });
    return answerOf(response);
  }

  private headers(traceId: string): Record<string, string> {
    const authorization = `Bearer ${this.apiKey}`;
    return { authorization, accept: 'application/json', traceparent: traceparentOf(traceId) };
  }
}

async function answerOf({ statusCode, body }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text();
  if (statusCode >= 300) throw new ApiRefusal(statusCode, reason(text));
  return text === '' ? {} : JSON.parse(text);
}

/** A proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY; never for an API on this machine, which no proxy could reach. */
function createDispatcher(host: string): Dispatcher {
  const options = { connections: 8, pipelining: 1, keepAliveTimeout: 30_000, connectTimeout: 5_000 };
  const local = host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
  return local ? new Agent(options) : new EnvHttpProxyAgent(options);
}

function checked<T>(answer: unknown, lists: readonly (keyof T & string)[]): T {
  const members = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const missing = lists.find((name) => !Array.isArray(members[name]));
  if (missing === undefined) return answer as T;
  throw new Error(`The API's answer has no list "${missing}": is PHAROS_API_URL the address of a Pharos API?`);
}

/** The message of the API's error body (design 6), or the start of what else it sent. */
function reason(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message.slice(0, 300);
  } catch {
    // Not our API's JSON: a proxy's page, say.
  }
  return text.slice(0, 300);
}
