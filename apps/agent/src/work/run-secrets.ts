import type { Lease, LeaseContext } from '#agent-protocol';
import { credentialForms, isSecretHeader, isText, SecretMatcher, scrubJson, scrubText, type KeyValue } from '#domain';
import type { ArtifactFile } from '../artifacts/artifact-file.js';
import type { Outcome } from '../probes/probe.js';
import { isSecret } from '../variables/run-variables.js';

const PIECE_BYTES = 1024 * 1024;

/**
 * Knows what must not leave the agent. What a location's runs have in common is compiled once for each context (a second
 * for 3,000 secrets), what only one check has for each run.
 */
export class RunSecrets {
  private readonly ofContexts = new WeakMap<LeaseContext, SecretMatcher>();

  /** None where there is nothing to scrub: then nothing is searched. */
  of(lease: Lease, context: LeaseContext | null, made: readonly string[] = []): Scrubber {
    const own = [...secretsOfCheck(lease), ...made];
    const matchers = [
      ...(context ? [this.compiled(context)] : []),
      ...(own.length > 0 ? [new SecretMatcher(own)] : []),
    ];
    return new Scrubber(matchers.filter((matcher) => !matcher.isEmpty));
  }

  private compiled(context: LeaseContext): SecretMatcher {
    const known = this.ofContexts.get(context);
    if (known !== undefined) return known;
    const matcher = new SecretMatcher(secretsOfContext(context));
    this.ofContexts.set(context, matcher);
    return matcher;
  }
}

/** Takes the secrets of one run out of everything that says something about it. */
export class Scrubber {
  constructor(private readonly matchers: readonly SecretMatcher[]) {}

  outcome(outcome: Outcome): Outcome {
    if (this.matchers.length === 0) return outcome;
    const { requestError, assertions, failures, degradations, detail } = outcome;
    return { ...outcome, ...scrubJson({ requestError, assertions, failures, degradations, detail }, this.matchers) };
  }

  /** Text in memory; a file that lies on disk, or is no text, is left as it is. */
  artifacts(files: readonly ArtifactFile[]): ArtifactFile[] {
    return files.map((file) =>
      this.matchers.length > 0 && Buffer.isBuffer(file.data) && isText(file.contentType)
        ? { ...file, data: Buffer.concat([...pieces(file.data)].map((piece) => this.piece(piece))) }
        : file,
    );
  }

  private piece(text: Buffer): Buffer {
    return Buffer.from(scrubText(text.toString('utf8'), this.matchers));
  }

  /** With its message and stack scrubbed; other members are not kept. */
  error(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(scrubText(String(error), this.matchers));
    if (this.matchers.length === 0) return error;
    const { name, code } = error as Error & { code?: string };
    const message = scrubText(error.message, this.matchers);
    const clean = Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
    clean.stack = scrubText(error.stack ?? '', this.matchers);
    return clean;
  }
}

/** Whole lines, about a megabyte of them: the search needs memory several times as large as its text. */
function* pieces(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start + PIECE_BYTES);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    yield text.subarray(start, end);
    start = end;
  }
}

function* secretsOfContext({ variables, certificates, proxyUrl }: LeaseContext): Generator<string> {
  for (const variable of variables) if (isSecret(variable)) yield variable.value;
  for (const { key, passphrase } of certificates) yield* [key, passphrase ?? ''];
  yield* passwordOf(proxyUrl);
}

interface Credentials {
  url?: unknown;
  basicAuth?: { password?: unknown } | null;
  headers?: KeyValue[];
  queryParameters?: KeyValue[];
}

/**
 * Variables, and credentials and locked values that stand in the request itself: a target that echoes them, or a script that
 * writes them, would put them into the result. Where a text refers to variables, those are what is secret.
 */
function* secretsOfCheck({ check }: Lease): Generator<string> {
  for (const variable of check.variables ?? []) if (isSecret(variable)) yield variable.value;
  const { url, basicAuth, headers, queryParameters } = (check.request ?? {}) as Credentials;
  const literal = (value: unknown): value is string => typeof value === 'string' && !value.includes('{{');
  yield* passwordOf(url);
  if (literal(basicAuth?.password)) yield basicAuth.password;
  for (const { key, value, locked } of Array.isArray(headers) ? headers : [])
    if ((locked || isSecretHeader(key)) && literal(value)) yield* credentialForms(value);
  for (const { value, locked } of Array.isArray(queryParameters) ? queryParameters : [])
    if (locked && literal(value)) yield value;
}

/** The password of a URL, as it stands there and decoded. */
function* passwordOf(url: unknown): Generator<string> {
  const password = typeof url === 'string' ? /^\s*[a-z]+:\/\/[^/?#@:]*:([^/?#]*)@/i.exec(url)?.[1] : undefined;
  if (!password || password.includes('{{')) return;
  yield password;
  try {
    yield decodeURIComponent(password);
  } catch {
    // As it stands there is what was sent.
  }
}
