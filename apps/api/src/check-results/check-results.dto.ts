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
import type { CheckResultRow } from './check-results.queries.js';

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

const member = (description: string) => FreeObject({ nullable: true, description, example: null });

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
  @UuidList({ nullable: true, description: 'Groups of errors it belongs to', example: [] })
  errorGroupIds: string[] | null;
  @member('Of API and URL checks: assertions, request, response with its timings, requestError')
  apiCheckResult: object | null;
  @member('Of browser checks') browserCheckResult: object | null;
  @member('Of multi-step checks') multiStepCheckResult: object | null;
  @member('Of agentic checks') agenticCheckResult: object | null;
  @member('Of Playwright suites') playwrightCheckResult: object | null;

  static of({ checkType, runId, sessionId, attempt, createdAt, detail, ...result }: CheckResultRow): CheckResultView {
    const detailOf = (...types: CheckType[]) => (types.includes(checkType) ? (detail as object | null) : null);
    return {
      ...result,
      isCancelled: false,
      created_at: createdAt,
      checkRunId: momentOf(sessionId),
      attempts: attempt - 1,
      sequenceId: runId,
      traceId: null,
      errorGroupIds: [],
      apiCheckResult: detailOf('API', 'URL'),
      browserCheckResult: detailOf('BROWSER'),
      multiStepCheckResult: detailOf('MULTI_STEP'),
      agenticCheckResult: detailOf('AGENTIC'),
      playwrightCheckResult: detailOf('PLAYWRIGHT'),
    };
  }
}
