import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { mayAct } from '#domain';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';
import { FailureLimit } from './failure-limit.js';
import { HttpSettings } from './http-settings.js';
import { KeyVerifier } from './key-verifier.js';
import type { PharosRequest } from './principal.js';
import { badToken, missingAuthentication } from './unauthorized.js';

const BEARER = /^Bearer +([\x21-\x7e]{8,200}) *$/i;

/**
 * Global: every route needs a verified key unless its `@Endpoint` says PUBLIC. Runs before any body is read, so an
 * anonymous caller costs at most one look-up per allowed failure (decision 11).
 */
@Injectable()
export class AccountGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: KeyVerifier,
    private readonly failures: FailureLimit,
    private readonly settings: HttpSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const endpoint = this.reflector.get<EndpointOptions | undefined>(ENDPOINT, context.getHandler());
    if (endpoint?.role === 'PUBLIC') return true;
    const request = context.switchToHttp().getRequest<PharosRequest>();
    request.principal = await this.principal(request);
    if (!mayAct(request.principal.role, endpoint?.role ?? 'ADMIN')) {
      throw new ForbiddenException(
        `This needs the role ${endpoint?.role ?? 'ADMIN'}; the key has ${request.principal.role}.`,
      );
    }
    return true;
  }

  private async principal(request: PharosRequest) {
    const { authorization } = request.headers;
    if (authorization === undefined) throw missingAuthentication();
    const address = request.ip ?? '';
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw badToken();
    if (!this.verifier.isFresh(token)) this.failures.admit(address);
    const principal = await this.verifier.verify(token, this.accountHeader(request));
    if (principal) return principal;
    this.failures.count(address);
    throw badToken();
  }

  private accountHeader(request: PharosRequest): string | null {
    const name = this.settings.accountHeaders.find((header) => request.headers[header] !== undefined);
    return name === undefined ? null : String(request.headers[name]).trim().toLowerCase();
  }
}
