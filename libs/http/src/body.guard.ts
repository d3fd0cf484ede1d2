import { Injectable, UnsupportedMediaTypeException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type Response } from 'express';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';
import { InvalidRequest, unstorable } from './invalid-request.js';
import { checkDepth, findNul } from './json-limits.js';
import type { PharosRequest } from './principal.js';

const DEFAULT_LIMIT = 1_000_000;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Global and last of the guards: reads the JSON body, so that nothing is read of a caller who may not call. */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly parsers = new Map<number, ReturnType<typeof json>>();

  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PharosRequest>();
    if (!WITH_BODY.has(request.method) || !hasBody(request)) return true;
    const options = this.reflector.get<EndpointOptions | undefined>(ENDPOINT, context.getHandler());
    if (options?.ignoresBody) return true;
    if (!request.is('json')) throw new UnsupportedMediaTypeException('Send the body as Content-Type: application/json');
    await this.parse(request, context.switchToHttp().getResponse<Response>(), options?.bodyLimit ?? DEFAULT_LIMIT);
    const field = findNul(request.body);
    if (field !== null) throw new InvalidRequest([unstorable(field)]);
    return true;
  }

  private parse(request: PharosRequest, response: Response, limit: number): Promise<void> {
    let parser = this.parsers.get(limit);
    if (!parser)
      this.parsers.set(
        limit,
        (parser = json({ limit, strict: false, verify: (_request, _response, text) => checkDepth(text) })),
      );
    return new Promise((resolve, reject) =>
      parser(request, response, (error?: unknown) => (error ? reject(error) : resolve())),
    );
  }
}

function hasBody({ headers }: PharosRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
