import { Text } from '#http';

/** Reference 3.4: what the assertions of all types have beside their source and comparison. */
export class AssertionOperands {
  @Text({ max: 1_000, default: '', description: 'Which part of the source, where it has several', example: '' })
  property: string;
  @Text({ default: '', description: 'What it is compared with', example: '500' }) target: string;
  @Text({ max: 1_000, nullable: true, default: null, description: 'Kept for compatibility', example: null })
  regex: string | null;
}
