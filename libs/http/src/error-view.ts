import { FreeObject, Text, Whole } from './field-decorators.js';

/** Spec 7: the body of every error. */
export class ErrorView {
  @Whole({ description: 'The HTTP status', example: 400 }) statusCode: number;
  @Text({ description: 'The text of the status', example: 'Bad Request' }) error: string;
  @Text({ description: 'What is wrong and what to do', example: '"name" is required' }) message: string;
  @FreeObject({
    description: '`code`, `requestId` and, for validation, `violations: [{ field, message }]`',
    example: { code: 'VALIDATION', requestId: '0f3c' },
  })
  attributes: Record<string, unknown>;
}
