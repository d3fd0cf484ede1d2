import {
  CHECK_TYPES,
  RESULT_TYPES,
  RUN_SOURCES,
  SESSION_CHECK_TYPES,
  SESSION_STATUSES,
  type CheckType,
  type ResultType,
  type RunSource,
  type SessionStatus,
} from '#domain';
import { Flag, Decimal, Nested, NestedList, OneOf, Text, TextList, Time, Uuid, UuidList, ViewOf, Whole } from '#http';
import { field, list, text } from '#http';
import type { SessionResultRow, SessionRow } from './check-sessions.queries.js';

class TriggerTargetFields {
  @field(list(list(text({ min: 1, max: 255 }), { min: 1 }), { min: 1 }), {
    optional: true,
    description: 'Checks that have all tags of one of the lists',
    example: [['example']],
  })
  matchTags?: string[][];
  @UuidList({ optional: true, min: 1, description: 'Checks by id', example: ['11111111-1111-4111-8111-111111111111'] })
  checkId?: string[];
}

/** Reference 2.10. */
export class TriggerRequest {
  @Nested(() => TriggerTargetFields, {
    optional: true,
    description: 'Which checks to run; all that are activated when absent',
    example: { checkId: ['11111111-1111-4111-8111-111111111111'] },
  })
  target?: TriggerTargetFields;
  @Flag({ default: false, description: 'Kept for compatibility; nothing is cached', example: false })
  refreshCache: boolean;
}

export class CompletionQuery {
  @Whole({ min: 1, max: 30, default: 30, description: 'How long to wait, in seconds', example: 30 })
  maxWaitSeconds: number;
}

const SESSION_ID = { description: 'Id of the session', example: '01932d5e-7a00-7000-8000-000000000000' };
const LINK = { description: 'Where to look at it', example: 'http://127.0.0.1:3000/accounts/…' };
const ELAPSED = { description: 'Milliseconds, so far while it is in progress', example: 812 };
const STARTED_BY = { description: 'What started it', example: 'TRIGGER_API' };
const CHECK_ID = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };
const STOPPED = {
  optional: true,
  description: 'When it ended; left out while it is in progress',
  example: '2026-11-21T12:00:01.000Z',
};

class SessionResultView {
  @Uuid({ description: 'Id of the result', example: '01932d5e-7a00-7001-8000-000000000001' }) checkResultId: string;
  @Text(LINK) checkResultLink: string;
  @Uuid(CHECK_ID) checkId: string;
  @OneOf(CHECK_TYPES, { description: 'Type of the check', example: 'URL' }) checkType: CheckType;
  @Text({ description: 'Name of the check', example: 'Home page' }) name: string;
  @Text({ description: 'Where it ran', example: 'default' }) runLocation: string;
  @OneOf(RESULT_TYPES, { description: 'FINAL, or an ATTEMPT that was tried again', example: 'FINAL' })
  resultType: ResultType;
  @Flag({ description: "The platform failed: not the target's fault", example: false }) hasErrors: boolean;
  @Flag({ description: 'The check failed', example: false }) hasFailures: boolean;
  @Flag({ description: 'Slower than the degraded limit', example: false }) isDegraded: boolean;
  @Flag({ description: 'Nobody finished the run', example: false }) aborted: boolean;
  @Flag({ description: 'The run was cancelled', example: false }) isCancelled: boolean;
  @Decimal({ description: 'Milliseconds', example: 42.5 }) responseTime: number;
  @Time({ description: 'When it started', example: '2026-11-21T12:00:00.000Z' }) startedAt: Date;
  @Time({ description: 'When it ended', example: '2026-11-21T12:00:00.050Z' }) stoppedAt: Date;
}

class CheckSessionFields {
  @Uuid(SESSION_ID) id: string;
  @Uuid(SESSION_ID) checkSessionId: string;
  @Text(LINK) link: string;
  @Text(LINK) checkSessionLink: string;
  @Uuid(CHECK_ID) checkId: string;
  @OneOf(SESSION_CHECK_TYPES, { description: 'Type of the check', example: 'URL' }) checkType: CheckType;
  @OneOf(SESSION_STATUSES, { description: 'State of the session', example: 'PASSED' }) status: SessionStatus;
  @Time({ description: 'When it was opened', example: '2026-11-21T12:00:00.000Z' }) startedAt: Date;
  @Time(STOPPED) stoppedAt?: Date;
  @Decimal(ELAPSED) duration: number;
  @Decimal(ELAPSED) timeElapsed: number;
  @TextList({ description: 'Where it runs', example: ['default'] }) runLocations: string[];
  @Text({ description: 'Name of the check', example: 'Home page' }) name: string;
  @OneOf(RUN_SOURCES, STARTED_BY) source: RunSource;
  @OneOf(RUN_SOURCES, STARTED_BY) runSource: RunSource;
}

/** Spec 2.14 names four fields otherwise than the contract does (reference N-19): both sets are given. */
export class CheckSessionView extends ViewOf<CheckSessionFields>(CheckSessionFields, undefined, ['stoppedAt']) {
  static of(session: SessionRow, publicUrl: string, now: Date = new Date()): CheckSessionView {
    const { id, checkId, checkType, status, startedAt, stoppedAt, runLocations, name, source } = session;
    const link = `${checkLink(session, publicUrl)}/check-sessions/${id}`;
    const duration = Math.max(0, (stoppedAt ?? now).getTime() - startedAt.getTime());
    const sameAs = { checkSessionId: id, checkSessionLink: link, timeElapsed: duration, runSource: source };
    return {
      id,
      link,
      checkId,
      checkType,
      status,
      startedAt,
      ...(stoppedAt && { stoppedAt }),
      duration,
      runLocations,
      name,
      source,
      ...sameAs,
    };
  }
}

class ResultsField {
  @NestedList(() => SessionResultView, {
    max: 1_000,
    description: 'What is known so far; complete when the session has ended',
  })
  results: SessionResultView[];
}

export class CheckSessionWithResultsView extends ViewOf(CheckSessionFields, ResultsField, ['stoppedAt']) {
  static with(session: SessionRow, results: SessionResultRow[], publicUrl: string): CheckSessionWithResultsView {
    const { checkId, checkType, name } = session;
    const link = `${checkLink(session, publicUrl)}/results`;
    const views = results.map(({ id, ...result }) => ({
      checkResultId: id,
      checkResultLink: `${link}/${id}`,
      checkId,
      checkType,
      name,
      ...result,
      isCancelled: false,
    }));
    return { ...CheckSessionView.of(session, publicUrl), results: views };
  }
}

export class TriggeredView {
  @NestedList(() => CheckSessionView, { max: 10_000, description: 'One session for each check' })
  sessions: CheckSessionView[];
}

const checkLink = ({ accountId, checkId }: SessionRow, publicUrl: string) =>
  `${publicUrl}/accounts/${accountId}/checks/${checkId}`;
