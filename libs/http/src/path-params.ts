import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { notFound } from '#domain';
import { UUID } from './field-kinds.js';
import { isStorable } from './json-limits.js';

/** Path parameters: a malformed one is the same 404 as an unknown one (decision 9). */
interface PathOptions {
  description: string;
  example: string | number;
}

const MAX_NUMBER = 2_147_483_647;

const uuidPipe: PipeTransform = { transform: (value: string) => (UUID.test(value) ? value.toLowerCase() : refuse()) };
const numberPipe: PipeTransform = {
  transform: (value: string) =>
    /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_NUMBER ? Number(value) : refuse(),
};
const textPipe: PipeTransform = {
  transform: (value: string) => (value.length <= 1_000 && isStorable(value) ? value : refuse()),
};

export const UuidPath = (name: string, options: PathOptions) =>
  pathParam(name, uuidPipe, { type: 'string', format: 'uuid' }, options);
export const NumberPath = (name: string, options: PathOptions) =>
  pathParam(name, numberPipe, { type: 'integer' }, options);
export const TextPath = (name: string, options: PathOptions) => pathParam(name, textPipe, { type: 'string' }, options);

function pathParam(
  name: string,
  pipe: PipeTransform,
  schema: { type: 'string' | 'integer'; format?: string },
  options: PathOptions,
): ParameterDecorator {
  return (target, method, index) => {
    Param(name, pipe)(target, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
    ApiParam({ name, description: options.description, schema: { ...schema, example: options.example } })(
      target,
      method!,
      descriptor,
    );
  };
}

function refuse(): never {
  throw notFound();
}
