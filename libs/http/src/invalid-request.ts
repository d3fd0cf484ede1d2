import { BadRequestException } from '@nestjs/common';

/** One thing that is wrong with a request. `field` is its path, e.g. `request.headers[2].value`. */
export interface Violation {
  field: string;
  message: string;
}

/** 400 with every violation. */
export class InvalidRequest extends BadRequestException {
  constructor(readonly violations: Violation[]) {
    super(violations.map(({ message }) => message).join('; '));
  }
}
