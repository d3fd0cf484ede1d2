import { UnauthorizedException } from '@nestjs/common';

/** Decision 10: `Bad token` for a wrong key, `Missing authentication` for none. */
export const badToken = () => new UnauthorizedException('Bad token');
export const missingAuthentication = () => new UnauthorizedException('Missing authentication');
