import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { LeasedCheck } from '#agent-protocol';
import {
  API_METHODS,
  BODY_TYPES,
  boundedText,
  credentialForms,
  isSecretHeader,
  type ApiRequest,
  type KeyValue,
} from '#domain';
import { apiBody, encodedPart } from './api-body.js';
import { basicAuth, takeCredentials } from './basic-auth.js';
import type { HttpRequest } from './http-exchange.js';
import { UnusableRequest } from './probe.js';
import { RequestFailure } from './request-failure.js';

/** Puts a check's variables into a text (reference 5.7). */
export type FillIn = (text: string) => string;

/** What the framing of a request follows from, and so is not a check's to say. */
const FRAMING = new Set(['connection', 'content-length', 'trailer', 'transfer-encoding', 'upgrade']);

/** What the API stored was valid once; a check of another release may still not be usable here. */
export function apiRequest({ request }: Pick<LeasedCheck, 'request'>): ApiRequest {
  if (typeof request !== 'object' || request === null) throw new UnusableRequest('it has no request');
  const { method = 'GET', url, bodyType = 'NONE', ...rest } = request as Partial<ApiRequest>;
  if (typeof url !== 'string') throw new UnusableRequest('it has no URL');
  if (!API_METHODS.includes(method)) throw new UnusableRequest(`its method ${method} is not known`);
  if (!BODY_TYPES.includes(bodyType)) throw new UnusableRequest(`its body type ${bodyType} is not known`);
  return {
    method,
    url,
    bodyType,
    followRedirects: rest.followRedirects ?? true,
    skipSSL: rest.skipSSL ?? false,
    ipFamily: rest.ipFamily ?? 'IPv4',
    body: rest.body ?? '',
    headers: rest.headers ?? [],
    queryParameters: rest.queryParameters ?? [],
    assertions: rest.assertions ?? [],
    basicAuth: rest.basicAuth ?? null,
  };
}

/** The request with its variables filled in, wherever they may stand (reference 5.7). */
export function filledIn(request: ApiRequest, fillIn: FillIn): ApiRequest {
  const values = (pairs: KeyValue[]) => pairs.map((pair) => ({ ...pair, value: fillIn(pair.value) }));
  const { basicAuth: auth } = request;
  return {
    ...request,
    url: filledUrl(request.url, fillIn),
    body: fillIn(request.body),
    headers: values(request.headers),
    queryParameters: values(request.queryParameters),
    basicAuth: auth && { username: fillIn(auth.username), password: fillIn(auth.password) },
  };
}

/**
 * Names, in lower case, of the headers that stay with the origin of the request: those that the check hides, those
 * that hold a variable, which may be a secret one, and those that a script has added to the `stored` ones or changed.
 */
export function credentialHeaders({ headers }: ApiRequest, stored: ApiRequest): string[] {
  const isStored = (pair: KeyValue) =>
    stored.headers.some(({ key, value }) => key === pair.key && value === pair.value);
  return headers
    .filter((header) => header.locked || header.value.includes('{{') || !isStored(header))
    .map(({ key }) => key.trim().toLowerCase());
}

/** What of the request must not be seen in its result, wherever a target shows it again. */
export function credentialsIn(sent: ApiRequest, { headers }: Pick<HttpRequest, 'headers'>): string[] {
  const isHidden = ({ locked }: KeyValue) => locked;
  const hidden = sent.headers.filter(isHidden).flatMap(({ value }) => credentialForms(value));
  const parameters = sent.queryParameters.filter(isHidden).map(({ value }) => value);
  const secret = Object.entries(headers)
    .filter(([name]) => isSecretHeader(name))
    .flatMap(([, value]) => credentialForms(value));
  return [
    ...new Set([...hidden, ...parameters, ...secret, ...(sent.basicAuth === null ? [] : [sent.basicAuth.password])]),
  ];
}

/**
 * Of a URL that begins with a variable (`{{GROUP_BASE_URL}}/users`), that one is inserted as it is: encoded, it would be no
 * beginning of a URL. So it is with the `proxyUrl` of a location.
 */
export function filledUrl(url: string, fillIn: FillIn): string {
  const [, first = '', rest = ''] = /^(\{\{[^{}]+\}\}(?!\}))?(.*)$/s.exec(url.trim()) ?? [];
  const raw = `{${first}}`;
  const filled = fillIn(raw);
  return (filled === raw ? first : filled) + fillIn(rest);
}

/**
 * The request as it goes over the wire. Throws a RequestFailure, which fails the check, where what was filled in makes no
 * request: that is for the check's owner to mend.
 */
export function httpRequest(
  request: ApiRequest,
  userAgent: string,
  bytesToKeep: HttpRequest['bytesToKeep'],
): Omit<HttpRequest, 'credentialHeaders'> {
  const url = targetOf(request);
  const inUrl = takeCredentials(url);
  const credentials = authorizationOf(request) ?? inUrl;
  const body = request.method === 'HEAD' ? null : apiBody(request.bodyType, request.body);
  const headers = {
    'User-Agent': userAgent,
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    ...(credentials === null ? {} : { Authorization: credentials }),
    ...(body?.contentType ? { 'Content-Type': body.contentType } : {}),
  };
  return {
    method: request.method,
    url,
    headers: { ...withOwn(headers, request.headers), Connection: 'close' },
    body: body?.text ?? null,
    bytesToKeep,
    family: request.ipFamily === 'IPv6' ? 6 : 4,
    skipSsl: request.skipSSL,
  };
}

function targetOf({ url: text, queryParameters }: ApiRequest): URL {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
    throw unsendable(`The URL ${boundedText(trimmed, 200)} is not an http or https URL`);
  }
  const url = new URL(trimmed);
  const named = queryParameters.filter(({ key }) => key !== '');
  const added = named.map(({ key, value }) => `${encodedPart(key)}=${encodedPart(value)}`).join('&');
  if (added !== '') url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url;
}

function authorizationOf({ basicAuth: auth }: ApiRequest): string | null {
  return auth === null || (auth.username === '' && auth.password === '')
    ? null
    : basicAuth(auth.username, auth.password);
}

/** The check's own headers win in any case of letters; one that is named twice is joined as RFC 9110 has it. */
function withOwn(defaults: Record<string, string>, own: readonly KeyValue[]): Record<string, string> {
  const named = new Map<string, [name: string, value: string]>();
  for (const { key, value } of own) {
    const name = key.trim();
    const id = name.toLowerCase();
    if (name === '' || FRAMING.has(id)) continue;
    validate(name, value);
    const before = named.get(id);
    named.set(id, [name, before === undefined ? value : `${before[1]}${id === 'cookie' ? '; ' : ', '}${value}`]);
  }
  const kept = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...named.values()]);
}

function validate(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw unsendable(
      `The header ${boundedText(name, 200)} cannot be sent: its name or value has characters that no header may have`,
    );
  }
}

const unsendable = (message: string) => new RequestFailure(message, { networkError: false });
