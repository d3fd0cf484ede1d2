import { HttpException } from '@nestjs/common';

/** An error that passes by itself; the answer says in `Retry-After` when it is worth trying again. */
export class RetryLater extends HttpException {
  constructor(
    status: 408 | 429,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message, status);
  }
}
