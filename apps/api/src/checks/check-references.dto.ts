import { Flag, OneOf, Text, Uuid, Whole } from '#http';

const SEVERITIES = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const;

/** Reference 3, AlertChannelSub. */
export class AlertChannelSubscriptionFields {
  @Whole({ min: 1, description: 'Id of the alert channel', example: 1 }) alertChannelId: number;
  @Flag({ default: true, description: 'Whether alerts are sent there', example: true }) activated: boolean;
}

/** Reference 3, TriggerIncident. */
export class TriggerIncidentFields {
  @Uuid({
    description: 'Status-page service that the check stands for',
    example: '00000000-0000-4000-8000-000000000000',
  })
  serviceId: string;
  @OneOf(SEVERITIES, { description: 'How bad a failure is', example: 'MAJOR' }) severity: string;
  @Text({ min: 1, max: 255, description: 'Name of the incident', example: 'Home page is down' }) name: string;
  @Text({ max: 2_000, description: 'First update of the incident', example: 'We are looking into it.' })
  description: string;
  @Flag({ description: 'Whether subscribers are told', example: false }) notifySubscribers: boolean;
}
