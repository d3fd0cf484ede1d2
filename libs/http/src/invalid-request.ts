import { BadRequestException } from '@nestjs/common';

/** One thing that is wrong with a request. `field` is its path, e.g. `request.headers[2].value`. */
export interface Violation {
  field: string;
  message: string;
}

/** More than anybody reads; a hostile body must not be answered with a larger one. */
const MOST = 50;
const MOST_IN_MESSAGE = 10;

/** 400 with every violation, up to a bound. */
export class InvalidRequest extends BadRequestException {
  readonly violations: Violation[];

  constructor(found: Violation[]) {
    const rest = found.length - MOST_IN_MESSAGE;
    const texts = found.slice(0, MOST_IN_MESSAGE).map(({ message }) => message.slice(0, 500));
    super([...texts, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '));
    this.violations = found.slice(0, MOST).map(({ field, message }) => ({
      field: field.slice(0, 500),
      message: message.slice(0, 500),
    }));
  }
}

/** Of a text that PostgreSQL cannot store. */
export const unstorable = (field: string): Violation => ({
  field,
  message: `"${field}" must not contain NUL characters or broken unicode`,
});
