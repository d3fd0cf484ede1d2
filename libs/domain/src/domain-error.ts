/** The three ways in which a request can be wrong about the state of an account; HTTP makes 404, 409 and 400 of them. */
export type DomainErrorKind = 'not-found' | 'conflict' | 'rule';

/** An expected error. `message` is shown to the caller as it is: it says what is wrong and what to do. */
export class DomainError extends Error {
  constructor(
    readonly kind: DomainErrorKind,
    message: string,
    /** The request's field that broke the rule, where there is one. */
    readonly field?: string,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Reference 1.2: an unknown thing, and a thing of another account, are the same "Not Found". */
export const notFound = (message = 'Not Found') => new DomainError('not-found', message);
export const conflict = (message: string) => new DomainError('conflict', message);
export const ruleBroken = (message: string, field?: string) => new DomainError('rule', message, field);
