import { CreateOf, FreeObject, ListOf, NestedList, Text, Time, ViewOf, Whole } from '#http';
import { CheckResultView, ResultFilterFields } from './check-results.dto.js';
import type { ResultList } from './check-results.service.js';

/** Members by which an entry shows what its type of check found. */
const DETAIL_FIELDS = [
  'apiCheckResult',
  'browserCheckResult',
  'multiStepCheckResult',
  'agenticCheckResult',
  'playwrightCheckResult',
] as const;

/** Reference 2.8: what `fields` can name. */
export const RESULT_FIELDS = [
  'id',
  'name',
  'checkId',
  'hasFailures',
  'hasErrors',
  'isDegraded',
  'isCancelled',
  'overMaxResponseTime',
  'runLocation',
  'startedAt',
  'stoppedAt',
  'created_at',
  'createdAt',
  'responseTime',
  ...DETAIL_FIELDS,
  'tracerouteCheckResult',
  'grpcCheckResult',
  'sslCheckResult',
  'checkRunId',
  'attempts',
  'resultType',
  'sequenceId',
  'traceId',
  'errorGroupIds',
] as const;
export type ResultField = (typeof RESULT_FIELDS)[number];

class CursorFields {
  @Whole({ min: 1, max: 100, default: 10, description: 'How many results to answer', example: 10 }) limit: number;
  @Text({ min: 1, max: 100, optional: true, description: '`nextId` of the answer before, to go on from there' })
  nextId?: string;
  @ListOf(RESULT_FIELDS, {
    min: 1,
    optional: true,
    description:
      'Only these fields of each entry, repeated or separated by commas; absent: all of GET /v1/check-results',
  })
  fields?: ResultField[];
}

export class CheckResultsV2Query extends CreateOf(CursorFields, ResultFilterFields) {}

/** Fields that are answered only where `fields` names them. */
class NamedOnlyFields {
  @Time({ description: 'The same as created_at', example: '2026-11-21T12:00:00.200Z' }) createdAt: Date;
  @FreeObject({ nullable: true, description: 'Always null', example: null }) tracerouteCheckResult: null;
  @FreeObject({ nullable: true, description: 'Always null', example: null }) grpcCheckResult: null;
  @FreeObject({ nullable: true, description: 'Always null', example: null }) sslCheckResult: null;
}

/** A result, or the fields of it that were asked for. */
export class CheckResultEntryView extends ViewOf(CheckResultView, NamedOnlyFields, [...RESULT_FIELDS]) {
  static pick(result: CheckResultView, fields: readonly ResultField[]): Partial<CheckResultEntryView> {
    const { created_at: createdAt } = result;
    const whole = { ...result, createdAt, tracerouteCheckResult: null, grpcCheckResult: null, sslCheckResult: null };
    return Object.fromEntries(fields.map((field) => [field, whole[field]]));
  }
}

/** Reference 1.3: the envelope of lists with a cursor. */
export class CheckResultListView {
  @Whole({ min: 0, description: 'How many entries this answer has', example: 10 }) length: number;
  @NestedList(() => CheckResultEntryView, { description: 'The results, the newest first' })
  entries: Partial<CheckResultEntryView>[];
  @Text({ nullable: true, description: 'Send it to get the next entries; null at the end', example: null })
  nextId: string | null;

  static of({ results, nextId }: ResultList, fields: readonly ResultField[] | undefined): CheckResultListView {
    const views = results.map((result) => CheckResultView.of(result));
    const entries = fields ? views.map((view) => CheckResultEntryView.pick(view, fields)) : views;
    return { length: entries.length, entries, nextId };
  }
}

/** Whether details, by far the largest part of a result, have to be read at all. */
export const wantsDetail = (fields: readonly ResultField[] | undefined): boolean =>
  fields === undefined || DETAIL_FIELDS.some((field) => fields.includes(field));
