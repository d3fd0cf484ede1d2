import { conditionOf, groupedBy, type CheckCondition } from '#domain';
import type { Transaction } from '#persistence';
import { Injectable } from '@nestjs/common';
import type { IngestionStep, SessionProgress, StoredResult } from '../runs/index.js';
import { recordOutcomes, type CheckOutcome } from './record-outcomes.js';

/** Decides about alerts. After the step that keeps statuses: it holds the lock that `recordOutcomes` asks for. */
@Injectable()
export class CheckAlertStep implements IngestionStep {
  async apply(transaction: Transaction, finals: StoredResult[], sessions: SessionProgress[]): Promise<void> {
    const bySession = groupedBy(finals, (final) => final.session_id);
    const outcomes = sessions.flatMap((session) => {
      const own = bySession.get(session.id);
      return own ? [outcomeOf(session, own)] : [];
    });
    await recordOutcomes(transaction, outcomes);
  }
}

function outcomeOf(session: SessionProgress, finals: StoredResult[]): CheckOutcome {
  const condition = conditionOf(session);
  // The result that says so; the last one where it came with an earlier batch and this one completed the run.
  const shown = finals.findLast((final) => conditionOfFinal(final) === condition) ?? finals.at(-1)!;
  return {
    accountId: session.account_id,
    checkId: session.check_id,
    condition,
    sessionId: session.id,
    resultId: shown.id,
    failing: session.failed,
    locations: session.runs,
    runLocation: shown.run_location,
    responseTime: shown.response_time,
    statusCode: shown.status_code,
    error: shown.error_message,
    startedAt: shown.started_at,
  };
}

function conditionOfFinal(final: StoredResult): CheckCondition | null {
  if (final.aborted || final.has_errors) return null;
  if (final.has_failures) return 'failing';
  return final.is_degraded ? 'degraded' : 'passing';
}
