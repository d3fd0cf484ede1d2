import { ALERT_TYPES, CHECK_TYPES, type AlertType, type CheckType } from '#domain';
import { CreateOf, Decimal, OneOf, PageQuery, Text, Time, Uuid } from '#http';

/** Spec 4.6. Without examples: "Try it out" would hide alerts with them. */
class WindowFields {
  @Time({ optional: true, description: 'Only alerts from this time on' }) from?: Date;
  @Time({ optional: true, description: 'Only alerts before this time' }) to?: Date;
}

export class CheckAlertsQuery extends CreateOf(PageQuery, WindowFields) {}

/** Spec 2.7. PostgreSQL writes it: `ALERT_VIEW`. */
export class CheckAlertView {
  @Uuid({ description: 'Id of the alert', example: '0199a3c4-7c00-7000-8000-000000000002' }) id: string;
  @Text({ description: 'Name of the check when it happened', example: 'Home page' }) name: string;
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @OneOf(ALERT_TYPES, {
    description: 'What happened; `NO_ALERT` is never written down',
    example: 'ALERT_FAILURE',
  })
  alertType: AlertType;
  @OneOf(CHECK_TYPES, { description: 'Type of the check', example: 'URL' }) checkType: CheckType;
  @Text({ description: 'Where the run was that brought it about', example: 'default' }) runLocation: string;
  @Decimal({ description: 'Milliseconds', example: 118.4 }) responseTime: number;
  @Text({
    nullable: true,
    description: 'Why the check is failing; null where it is not',
    example: 'connect ECONNREFUSED',
  })
  error: string | null;
  @Text({ nullable: true, description: 'Status of the answer; API checks only, else null', example: null })
  statusCode: string | null;
  @Time({ description: 'When the alert was made', example: '2026-11-21T12:00:00.200Z' }) created_at: Date;
  @Time({ description: 'When the run began', example: '2026-11-21T12:00:00.000Z' }) startedAt: Date;
}
