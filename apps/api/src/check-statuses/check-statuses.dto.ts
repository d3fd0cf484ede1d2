import { Decimal, Flag, Text, Time, Uuid, Whole } from '#http';
import type { CheckStatusRow } from './check-statuses.queries.js';

/** Reference 3.10. */
export class CheckStatusView {
  @Text({ description: 'Name of the check', example: 'Home page' }) name: string;
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @Flag({ description: 'Whether the check is failing', example: false }) hasFailures: boolean;
  @Flag({ description: 'Whether the service itself failed to run the check', example: false }) hasErrors: boolean;
  @Flag({ description: 'Whether the check is slower than it should be', example: false }) isDegraded: boolean;
  @Decimal({ nullable: true, description: 'Longest response time ever, in ms', example: 812.5 })
  longestRun: number | null;
  @Decimal({ nullable: true, description: 'Shortest response time ever, in ms', example: 92.25 })
  shortestRun: number | null;
  @Text({ nullable: true, description: 'Where the check ran last', example: 'default' })
  lastRunLocation: string | null;
  @Text({
    nullable: true,
    description: 'The last run: `checkRunId` of its results, as a text',
    example: '1795262400000',
  })
  lastCheckRunId: string | null;
  @Whole({
    nullable: true,
    description: 'Days until the certificate of the target ends; null where that is not known',
    example: 61,
  })
  sslDaysRemaining: number | null;
  @Time({ description: 'When the check first had a status', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it last changed', example: '2026-11-21T12:10:00.000Z' })
  updated_at: Date | null;

  static of({ createdAt, updatedAt, ...status }: CheckStatusRow): CheckStatusView {
    return { ...status, created_at: createdAt, updated_at: updatedAt };
  }
}
