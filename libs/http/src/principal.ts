import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccountId, Role } from '#domain';
import type { Request } from 'express';

/** Who makes a request: a verified key, the account it speaks for, and what it may do there. */
export interface Principal {
  accountId: AccountId;
  keyId: string;
  role: Role;
}

/** An agent's verified key: the private location it works for. */
export interface LocationPrincipal {
  accountId: AccountId;
  locationId: string;
  slugName: string;
  keyId: string;
}

/** A request on its way through the guards. */
export interface PharosRequest extends Request {
  requestId: string;
  principal?: Principal;
  location?: LocationPrincipal;
}

/** The account of the verified key: the first argument of every service method. */
export const Account = createParamDecorator((_: unknown, context: ExecutionContext): AccountId => {
  const { principal } = context.switchToHttp().getRequest<PharosRequest>();
  if (!principal) throw new Error('This route is public: it has no account.');
  return principal.accountId;
});

/** The verified key itself, for the few answers that depend on its role. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PharosRequest>().principal,
);

/** The private location of the agent that calls. */
export const Location = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PharosRequest>().location,
);
