import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { mayAct } from '#domain';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';
import { FailureLimit } from './failure-limit.js';
import { HttpSettings } from './http-settings.js';
import { KeyVerifier, LocationKeyVerifier, type FreshKeys } from './key-verifier.js';
import type { PharosRequest } from './principal.js';
import { badToken, missingAuthentication } from './unauthorized.js';

const BEARER = /^Bearer +([\x21-\x7e]{8,200}) *$/i;

/**
 * Global: every route needs a verified key unless its `@Endpoint` says PUBLIC; AGENT means a private location's key. Runs before any body is read, so an
 * anonymous caller costs at most one look-up per allowed failure (decision 11).
 */
@Injectable()
export class AccountGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: KeyVerifier,
    private readonly locationKeys: LocationKeyVerifier,
    private readonly failures: FailureLimit,
    private readonly settings: HttpSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const endpoint = this.reflector.get<EndpointOptions | undefined>(ENDPOINT, context.getHandler());
    if (endpoint?.role === 'PUBLIC') return true;
    const request = context.switchToHttp().getRequest<PharosRequest>();
    if (endpoint?.role === 'AGENT') {
      request.location = await this.verified(request, this.locationKeys, (token) => this.locationKeys.verify(token));
      return true;
    }
    request.principal = await this.verified(request, this.keys, (token) =>
      this.keys.verify(token, this.accountHeader(request)),
    );
    if (!mayAct(request.principal.role, endpoint?.role ?? 'ADMIN')) {
      throw new ForbiddenException(
        `This needs the role ${endpoint?.role ?? 'ADMIN'}; the key has ${request.principal.role}.`,
      );
    }
    return true;
  }

  /** Limits first, then the look-up: an address that keeps failing is turned away before it costs anything. */
  private async verified<T>(
    request: PharosRequest,
    keys: FreshKeys,
    verify: (token: string) => Promise<T | null>,
  ): Promise<T> {
    const { authorization } = request.headers;
    if (authorization === undefined) throw missingAuthentication();
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw badToken();
    const attempt = keys.isFresh(token) ? null : this.failures.attempt(request.ip ?? '');
    const found = await verify(token).catch((error: unknown) => {
      attempt?.settled();
      throw error;
    });
    if (found !== null) {
      attempt?.settled();
      return found;
    }
    if (attempt) attempt.failed();
    else this.failures.count(request.ip ?? '');
    throw badToken();
  }

  private accountHeader(request: PharosRequest): string | null {
    const name = this.settings.accountHeaders.find((header) => request.headers[header] !== undefined);
    return name === undefined ? null : String(request.headers[name]).trim().toLowerCase();
  }
}
