import type { Part } from '#domain';
import {
  CreateOf,
  CursorListOf,
  cursorListOf,
  FreeObject,
  ListOf,
  NextId,
  Time,
  ViewOf,
  Whole,
  type CursorList,
} from '#http';
import { CheckResultView, ResultFilterFields, showMember } from './check-results.dto.js';
import type { CheckResultRow } from './check-results.queries.js';
import { RESULT_MEMBERS, type ResultMember } from './result-members.js';

/** Reference 2.8: what `fields` can name, beside the members of `RESULT_MEMBERS`. */
const FIELDS = [
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
export type ResultField = (typeof FIELDS)[number] | ResultMember['name'];

export const RESULT_FIELDS: ResultField[] = [...FIELDS, ...RESULT_MEMBERS.map(({ name }) => name)];

class PartFields extends NextId {
  @Whole({ min: 1, max: 100, default: 10, description: 'How many results to answer', example: 10 }) limit: number;
  @ListOf(RESULT_FIELDS, {
    min: 1,
    optional: true,
    description:
      'Only these fields of each entry, repeated or separated by commas; absent: all of GET /v1/check-results',
  })
  fields?: ResultField[];
}

export class CheckResultsV2Query extends CreateOf(PartFields, ResultFilterFields) {}

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
    const whole: CheckResultView & NamedOnlyFields = {
      ...result,
      createdAt,
      tracerouteCheckResult: null,
      grpcCheckResult: null,
      sslCheckResult: null,
    };
    return Object.fromEntries(fields.map((field) => [field, whole[field]])) as Partial<CheckResultEntryView>;
  }
}

/** Reference 1.3: the envelope of lists with a cursor. */
export class CheckResultListView extends CursorListOf<Partial<CheckResultEntryView>>(() => CheckResultEntryView) {
  static of(
    results: Part<CheckResultRow>,
    fields: readonly ResultField[] | undefined,
  ): CursorList<Partial<CheckResultEntryView>> {
    return cursorListOf(results, (result) => {
      const view = CheckResultView.of(result);
      return fields ? CheckResultEntryView.pick(view, fields) : view;
    });
  }
}

/** Whether details, by far the largest part of a result, have to be read at all. */
export const wantsDetail = (fields: readonly ResultField[] | undefined): boolean =>
  fields === undefined || RESULT_MEMBERS.some(({ name }) => fields.includes(name));

/**
 * Results show what checks of an extension's type found under a member of its own. Before the document is made; doing it
 * again changes nothing.
 */
export function addResultMember(added: ResultMember): void {
  if (RESULT_MEMBERS.some(({ name }) => name === added.name)) return;
  RESULT_MEMBERS.push(added);
  RESULT_FIELDS.push(added.name);
  showMember(CheckResultView, added);
  showMember(CheckResultEntryView, added, { optional: true });
}
