import { SEVERITIES, type Severity, type TriggerIncident } from '#domain';
import { Flag, OneOf, Text, Uuid, Whole } from '#http';
import { EXAMPLE_SERVICE_ID } from '../status-page-services/index.js';

/** Reference 3, AlertChannelSub. */
export class AlertChannelSubscriptionFields {
  @Whole({ min: 1, description: 'Id of the alert channel', example: 1 }) alertChannelId: number;
  @Flag({ default: true, description: 'Whether alerts are sent there', example: true }) activated: boolean;
}

/** Reference 3, TriggerIncident. */
export class TriggerIncidentFields implements TriggerIncident {
  @Uuid({
    description: 'Status-page service that the check stands for',
    example: EXAMPLE_SERVICE_ID,
  })
  serviceId: string;
  @OneOf(SEVERITIES, { description: 'How bad a failure is', example: 'MAJOR' }) severity: Severity;
  @Text({ min: 1, max: 255, description: 'Name of the incident', example: 'Home page is down' }) name: string;
  @Text({ max: 2_000, description: 'First update of the incident', example: 'We are looking into it.' })
  description: string;
  @Flag({ description: 'Whether subscribers are told', example: false }) notifySubscribers: boolean;
}
