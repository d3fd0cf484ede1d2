import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import { routeFinder, routesOf, type Operation, type Schema } from './open-api-paths.js';

/** A response as it came over the wire. */
export interface Exchange {
  method: string;
  /** Without the query. */
  pathname: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Moments leave as ISO 8601 in UTC with milliseconds, whatever the field is called (reference 1.4). */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

type Response = { content?: Record<string, { schema?: Schema }>; headers?: Record<string, unknown> };

/**
 * Holds responses against the OpenAPI document: the status must be declared, the body must have the declared shape and
 * nothing else, so that a spread cannot leak a field (design 5).
 */
export class Contract {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  private readonly find: ReturnType<typeof routeFinder>;
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenAPIObject) {
    addFormats.default(this.ajv);
    this.ajv.addFormat('date-time', MOMENT);
    this.ajv.addSchema({ $id: 'api', components: closed(document.components ?? {}) });
    this.find = routeFinder(routesOf(document));
  }

  /** Throws with everything that differs from the document. */
  check(exchange: Exchange): void {
    const { method, pathname, status, text } = exchange;
    const problems = this.problems(exchange);
    if (problems.length === 0) return;
    throw new Error(
      `${method} ${pathname} -> ${status} breaks the contract (UPDATE_OPENAPI=1 npx jest test/architecture/open-api renews it):\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n${text.slice(0, 2_000)}`,
    );
  }

  private problems({ method, pathname, status, headers, text }: Exchange): string[] {
    const route = this.find(method === 'HEAD' ? 'GET' : method, pathname);
    if (!route) return status === 404 ? this.bodyProblems('error', ERROR_SCHEMA, text) : [`no such route: ${status}`];
    const response = (route.operation as Operation).responses[String(status)] as Response | undefined;
    if (!response) return [`the status ${status} is not documented`];
    const missing = Object.keys(response.headers ?? {}).filter((name) => !OFTEN_ABSENT.has(name) && !headers.has(name));
    const problems = missing.map((name) => `the header ${name} is missing`);
    if (method === 'HEAD') return problems;
    const content = Object.entries(response.content ?? {});
    if (content.length === 0) return text === '' ? problems : [...problems, 'a body is not documented'];
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const documented = content.find(([name]) => name === type);
    if (!documented) return [...problems, `the content type "${type}" is not documented`];
    if (type !== 'application/json' || !documented[1].schema) return problems;
    return [...problems, ...this.bodyProblems(`${route.method} ${route.path} ${status}`, documented[1].schema, text)];
  }

  private bodyProblems(name: string, schema: Schema, text: string): string[] {
    let validate = this.validators.get(name);
    if (!validate) this.validators.set(name, (validate = this.ajv.compile(closed(schema) as Schema)));
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return ['the body is not JSON'];
    }
    if (validate(body)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** Headers of which the documentation says so. */
const OFTEN_ABSENT = new Set(['Link', 'Warning']);
const ERROR_SCHEMA = { $ref: '#/components/schemas/ErrorView' };

/** From OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, references an id, and named properties the only ones. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Schema;
  if (typeof source['$ref'] === 'string') return { $ref: `api${source['$ref']}` };
  const { nullable, example: _example, default: _default, ...rest } = source;
  const schema: Schema = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, closed(inner)]));
  if (isSchema(source) && source['properties'] && source['additionalProperties'] === undefined)
    schema['additionalProperties'] = false;
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** A map of properties may have one that is called "properties". */
const isSchema = (value: Schema) => typeof value['type'] === 'string' || '$ref' in value || 'allOf' in value;
