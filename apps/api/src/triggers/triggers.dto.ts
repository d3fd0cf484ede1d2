import type { Trigger } from '#domain';
import { Decimal, Flag, HttpUrl, NestedList, Text, Time, Uuid, ViewOf, Whole } from '#http';
import type { TriggeredRun } from './triggers.service.js';

const CHECK_ID = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };

/** Spec 2.9. */
class TriggerFields {
  @Whole({ description: 'Id of the trigger', example: 1 }) id: number;
  @Text({ description: 'The secret of its address', example: 'h7QMmh8c0hYw' }) token: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When its address was called last', example: null }) called_at: Date | null;
  @Time({ nullable: true, description: 'When it was changed; triggers never are', example: null })
  updated_at: Date | null;
}

class CheckIdField {
  @Uuid(CHECK_ID) checkId: string;
}

class GroupIdField {
  @Whole({ description: 'Id of the group', example: 1 }) groupId: number;
}

export class CheckTriggerView extends ViewOf(TriggerFields, CheckIdField) {
  static of(trigger: Trigger<'check'>): CheckTriggerView {
    return { ...fieldsOf(trigger), checkId: trigger.target };
  }
}

export class CheckGroupTriggerView extends ViewOf(TriggerFields, GroupIdField) {
  static of(trigger: Trigger<'group'>): CheckGroupTriggerView {
    return { ...fieldsOf(trigger), groupId: trigger.target };
  }
}

function fieldsOf({ id, token, createdAt, calledAt, updatedAt }: Trigger<'check' | 'group'>): TriggerFields {
  return { id, token, created_at: createdAt, called_at: calledAt, updated_at: updatedAt };
}

/** Reference 5.10. Deployments are not recorded, so what describes one is taken and has no effect. */
export class TriggerCallQuery {
  @Text({ min: 1, max: 30, optional: true, description: 'Runs only in this location; without it as the check says' })
  runLocation?: string;
  @Flag({ optional: true, description: 'Kept for compatibility, without effect' }) deployment?: boolean;
  @Text({ max: 1_000, optional: true, description: 'Kept for compatibility, without effect' }) deploymentId?: string;
  @Text({ max: 1_000, optional: true, description: 'Kept for compatibility, without effect' }) repository?: string;
  @Text({ max: 1_000, optional: true, description: 'Kept for compatibility, without effect' }) sha?: string;
  @Text({ max: 1_000, optional: true, description: 'Kept for compatibility, without effect' })
  environmentName?: string;
  @HttpUrl({ optional: true, description: 'Kept for compatibility, without effect: the check runs as it is' })
  environmentUrl?: string;
}

/** Reference 5.10. */
export class CheckTriggerAnswer {
  @Flag({ description: 'Whether the check did not pass', example: false }) hasFailures: boolean;
  @Decimal({ description: 'Milliseconds; of the slowest location', example: 118.4 }) responseTime: number;
}

class GroupRunAnswer extends ViewOf(CheckTriggerAnswer, CheckIdField) {}

/** Reference 7, "group trigger URL reply". */
export class CheckGroupTriggerAnswer {
  @Flag({ description: 'Whether any of the checks did not pass', example: false }) hasFailures: boolean;
  @NestedList(() => GroupRunAnswer, { max: 10_000, description: 'The checks, as they ended' })
  results: GroupRunAnswer[];

  static of(results: TriggeredRun[]): CheckGroupTriggerAnswer {
    return { hasFailures: results.some(({ hasFailures }) => hasFailures), results };
  }
}
