import {
  CHECK_TYPES,
  RESULT_TYPE_FILTERS,
  RESULT_TYPES,
  type CheckType,
  type ResultType,
  type ResultTypeFilter,
} from '#domain';
import { CreateOf, Decimal, Flag, FreeObject, OneOf, PageQuery, Text, Time, Uuid, UuidList, Whole } from '#http';
import { momentOf } from '#persistence';
import type { Type } from '@nestjs/common';
import type { CheckResultRow } from './check-results.queries.js';
import { detailMembers, RESULT_MEMBERS, type ResultMember } from './result-members.js';

const RESULT_ID = '0199a3c4-7c00-7000-8000-000000000001';

/** Reference 2.8. Without examples where "Try it out" would hide results with them. */
export class ResultFilterFields {
  @Text({ min: 1, max: 100, optional: true, description: 'Only results of this location' }) location?: string;
  @OneOf(CHECK_TYPES, { optional: true, description: 'Only results of this type of check' }) checkType?: CheckType;
  @Flag({ optional: true, description: 'Only failed results, or only others' }) hasFailures?: boolean;
  @OneOf(RESULT_TYPE_FILTERS, {
    default: 'FINAL',
    description: 'FINAL results, ATTEMPT results that were tried again, or ALL',
    example: 'FINAL',
  })
  resultType: ResultTypeFilter;
  @Time({ optional: true, description: 'Only results started at or after this time' }) from?: Date;
  @Time({ optional: true, description: 'Only results started before this time' }) to?: Date;
}

export class CheckResultsQuery extends CreateOf(PageQuery, ResultFilterFields) {}

/** Reference 3.10. */
export class CheckResultView {
  @Uuid({ description: 'Id of the result', example: RESULT_ID }) id: string;
  @Text({ description: 'Name of the check', example: 'Home page' }) name: string;
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @Flag({ description: 'Whether the check failed', example: false }) hasFailures: boolean;
  @Flag({ description: 'Whether the service itself failed: not the fault of the target', example: false })
  hasErrors: boolean;
  @Flag({ nullable: true, description: 'Whether the degraded response time was reached', example: false })
  isDegraded: boolean | null;
  @Flag({ description: 'Whether the run was cancelled; these types of check cannot be', example: false })
  isCancelled: boolean;
  @Flag({ nullable: true, description: 'Whether the maximum response time was reached', example: false })
  overMaxResponseTime: boolean | null;
  @Text({ description: 'Where it ran', example: 'default' }) runLocation: string;
  @Time({ nullable: true, description: 'When it started', example: '2026-11-21T12:00:00.000Z' }) startedAt: Date | null;
  @Time({ nullable: true, description: 'When it ended', example: '2026-11-21T12:00:00.120Z' }) stoppedAt: Date | null;
  @Time({ description: 'When the result was stored', example: '2026-11-21T12:00:00.200Z' }) created_at: Date;
  @Decimal({ description: 'Milliseconds; what is measured depends on the type of check', example: 118.4 })
  responseTime: number;
  @Whole({
    max: Number.MAX_SAFE_INTEGER,
    description: 'The run of the check in all its locations: unix milliseconds of its session',
    example: 1_795_262_400_000,
  })
  checkRunId: number;
  @Whole({ min: 0, description: 'How often it was tried again before', example: 0 }) attempts: number;
  @OneOf(RESULT_TYPES, { description: 'FINAL, or ATTEMPT when it was tried again', example: 'FINAL' })
  resultType: ResultType;
  @Uuid({ nullable: true, description: 'What the attempts of a run in one location share', example: RESULT_ID })
  sequenceId: string | null;
  @Text({ nullable: true, description: 'Id of a trace; always null', example: null }) traceId: string | null;
  @UuidList({ nullable: true, description: 'The error group of a failed result; else empty', example: [] })
  errorGroupIds: string[] | null;
  /** The members of `RESULT_MEMBERS`. */
  [detail: ResultMember['name']]: object | null;

  static of(row: CheckResultRow): CheckResultView {
    const { checkType, runId, sessionId, attempt, createdAt, errorGroupId, detail, ...result } = row;
    return {
      ...result,
      isCancelled: false,
      created_at: createdAt,
      checkRunId: momentOf(sessionId),
      attempts: attempt - 1,
      sequenceId: runId,
      traceId: null,
      errorGroupIds: errorGroupId === null ? [] : [errorGroupId],
      ...detailMembers(checkType, detail),
    };
  }
}

/** Declares a member as a field of a view. */
export function showMember(view: Type, { name, description }: ResultMember, more: { optional?: boolean } = {}): void {
  FreeObject({ nullable: true, description, example: null, ...more })(view.prototype as object, name);
}

for (const member of RESULT_MEMBERS) showMember(CheckResultView, member);
