import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiSecurity, getSchemaPath } from '@nestjs/swagger';
import type { Role } from '#domain';
import { ErrorView } from './error-view.js';
import type { RateLimit } from './rate-limit.js';
import { ShapeUnion } from './shape-union.js';

type Answer = Type | ShapeUnion;

export type EndpointRole = Role | 'PUBLIC' | 'AGENT';

export interface EndpointOptions {
  summary: string;
  description?: string;
  /** The lowest role that may call it. `PUBLIC` needs no key, `AGENT` that of a private location. */
  role: EndpointRole;
  /** Success status; 200 when absent. 204 has no body. */
  status?: number;
  /** The class of the answer, or one of several; a one-element list for a bare array. Absent: no body, or one documented by the route itself. */
  returns?: Answer | [Answer];
  /** Whether the answer may be `null` instead. */
  nullable?: boolean;
  /** Whether the answer is a page: adds Content-Range and Link. */
  paged?: boolean;
  /** Whether the answer may carry the header `Warning` (see `warnCaller`). */
  warns?: boolean;
  /** Errors of its own beside 401, 403, 429 and 400. */
  errors?: (402 | 404 | 408 | 409 | 413 | 422 | 503)[];
  /** Takes nothing and has no limit: it answers no errors but `errors`. */
  probe?: boolean;
  /** A limit of its own, in addition to the one per key (reference 1.5). */
  rateLimit?: RateLimit;
  /** Largest body in bytes; 1 MB when absent. */
  bodyLimit?: number;
  /** Takes any body of any type and does not read it. */
  ignoresBody?: boolean;
  deprecated?: boolean;
}

export const ENDPOINT = Symbol('pharos:endpoint');

const ERROR_TEXTS: Record<number, string> = {
  400: 'The request is not valid; `attributes.violations` names each field',
  401: 'The key is missing or wrong',
  402: 'The plan does not include this',
  403: "The key's role may not do this",
  404: 'The account has no such thing',
  408: 'The wait ended before the result; ask again',
  409: 'It conflicts with what is there',
  413: 'The body is too large',
  422: 'The idempotency key was used with another body',
  429: 'Too many requests; `Retry-After` says when to go on',
  503: 'The service is starting, stopping or cannot reach its database',
};

/** Ids that the document gives the operations of deprecated controllers begin with these. */
export const deprecatedControllers = new Set<string>();

/** For controllers whose operations are all deprecated: of that class alone, not of those that inherit them. */
export const Deprecated = (): ClassDecorator => (target) => void deprecatedControllers.add(controllerOf(target.name));

/** The part of an operation's id that says whose it is. */
export const controllerOf = (name: string): string => name.replace(/Controller$/, '');

/** Everything about a route in one place: who may call it, how often, what it answers and how it is documented. */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { summary, description, role, status = 200, errors = [], deprecated } = options;
  const usual = role === 'PUBLIC' ? [400, ...errors, 429, 503] : [400, 401, 403, ...errors, 429, 503];
  const declared = options.probe ? errors : usual;
  return applyDecorators(
    SetMetadata(ENDPOINT, options),
    HttpCode(status),
    ApiOperation({ summary, description: describe(description, role), deprecated }),
    ...security(role),
    ...success(status, options),
    ...declared.map((code) => ApiResponse({ status: code, description: ERROR_TEXTS[code], type: ErrorView })),
  );
}

function security(role: EndpointRole): MethodDecorator[] {
  if (role === 'PUBLIC') return [];
  return [ApiSecurity(role === 'AGENT' ? { locationKey: [] } : { apiKey: [], account: [] })];
}

const NEEDS: Partial<Record<EndpointRole, string>> = {
  PUBLIC: 'No key needed.',
  AGENT: 'Needs the key of a private location.',
};

function describe(description: string | undefined, role: EndpointRole): string {
  const needs = NEEDS[role] ?? `Needs the role ${role}.`;
  return description ? `${description} ${needs}` : needs;
}

const WARNING = {
  Warning: {
    description: 'What a person should know though it succeeded, e.g. that no agent can run the check. Often absent',
    schema: {
      type: 'string' as const,
      example: '199 pharos "No agent at work in the location default can run URL checks"',
    },
  },
};

function success(status: number, { returns, paged, nullable, warns }: EndpointOptions): MethodDecorator[] {
  if (returns === undefined) return status === 204 ? [ApiResponse({ status, description: 'Done; no body' })] : [];
  const headers = paged
    ? {
        'Content-Range': {
          description: '<first>-<last>/<total>, items counted from 0',
          schema: { type: 'string' as const, example: '0-9/23' },
        },
        Link: { description: 'Addresses of the next and the last page', schema: { type: 'string' as const } },
      }
    : warns
      ? WARNING
      : undefined;
  const [type, isArray] = Array.isArray(returns) ? [returns[0], true] : [returns, false];
  if (type instanceof ShapeUnion) {
    const schema = isArray ? { type: 'array', items: type.reference } : type.reference;
    return [type.models, ApiResponse({ status, description: 'Successful', schema, headers })];
  }
  if (nullable) {
    const schema = { nullable: true, allOf: [{ $ref: getSchemaPath(type) }] };
    return [ApiExtraModels(type), ApiResponse({ status, description: 'Successful', schema })];
  }
  return [ApiResponse({ status, description: 'Successful', type, isArray, headers })];
}
