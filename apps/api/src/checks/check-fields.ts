import {
  DEFAULT_ALERT_SETTINGS,
  FREQUENCIES,
  LOCATIONS,
  RUNTIME_IDS,
  type AlertSettings,
  type CheckType,
  type RetryStrategy,
} from '#domain';
import { Flag, FreeObject, ListOf, Nested, NestedList, OneOf, Text, TextList, Time, Uuid, Whole } from '#http';
import { AlertSettingsFields } from './alert-settings.dto.js';
import { RetryStrategyFields } from './retry-strategy.dto.js';
import { AlertChannelSubscriptionFields, TriggerIncidentFields } from './check-references.dto.js';

/** Longest script or body of a request, in characters; a body of 1 MB has room for it. */
export const MAX_SCRIPT = 500_000;

/** Reference 3.4: what every check type can be given. */
export class CheckFields {
  @Text({ min: 1, max: 255, description: 'Name of the check', example: 'Home page' }) name: string;
  @Text({
    max: 500,
    nullable: true,
    default: null,
    description: 'What the check is for',
    example: 'Watches the home page',
  })
  description: string | null;
  @Flag({ default: true, description: 'Whether the check is scheduled', example: true }) activated: boolean;
  @Flag({ default: false, description: 'Runs without alerts', example: false }) muted: boolean;
  @Flag({
    default: true,
    description: 'Deprecated: one immediate retry elsewhere, where there is no retryStrategy',
    example: false,
  })
  doubleCheck: boolean;
  @Flag({ default: false, description: 'HTTP statuses from 400 count as passed', example: false }) shouldFail: boolean;
  @Flag({ default: false, description: 'Runs in all locations at once instead of one after the other', example: false })
  runParallel: boolean;
  @ListOf(LOCATIONS, {
    nullable: true,
    default: [],
    description: 'Public locations; kept for compatibility, a self-hosted service has agents in private locations only',
    example: [],
  })
  locations: string[] | null;
  @TextList({
    nullable: true,
    optional: true,
    max: 50,
    each: { min: 1, max: 30 },
    description:
      'Slug names of the private locations to run in. Where neither this nor `locations` is sent: `default`, if there is one',
    example: ['default'],
  })
  privateLocations?: string[] | null;
  @TextList({
    default: [],
    each: { max: 255 },
    description: 'Tags to find and group checks by',
    example: ['production'],
  })
  tags: string[];
  @Flag({ default: true, description: "Uses the account's alert settings", example: true })
  useGlobalAlertSettings: boolean;
  @Nested(() => AlertSettingsFields, {
    nullable: true,
    default: DEFAULT_ALERT_SETTINGS,
    description: 'When to alert, where the check does not use those of the account',
    example: DEFAULT_ALERT_SETTINGS,
  })
  alertSettings: AlertSettings | null;
  @Whole({ min: 1, nullable: true, default: null, description: 'The group the check belongs to', example: null })
  groupId: number | null;
  @Whole({ min: 0, nullable: true, default: null, description: 'Position in the group', example: null })
  groupOrder: number | null;
  @OneOf(RUNTIME_IDS, { nullable: true, default: null, description: "Runtime; null = the account's", example: null })
  runtimeId: string | null;
  @NestedList(() => AlertChannelSubscriptionFields, {
    default: [],
    description: 'Alert channels of this check',
    example: [],
  })
  alertChannelSubscriptions: AlertChannelSubscriptionFields[];
  @Nested(() => RetryStrategyFields, {
    nullable: true,
    default: null,
    description: 'How failed runs are tried again; null = as `doubleCheck` says',
    example: null,
  })
  retryStrategy: RetryStrategy | null;
  @Nested(() => TriggerIncidentFields, {
    nullable: true,
    default: null,
    description: 'Status-page incident that a failure opens',
    example: null,
  })
  triggerIncident: TriggerIncidentFields | null;
  @OneOf(FREQUENCIES, {
    default: 10,
    description: 'Minutes between runs; 0 = every `frequencyOffset` seconds',
    example: 10,
  })
  frequency: number;
  @Whole({
    min: 1,
    max: 86_400,
    optional: true,
    description:
      'With frequency 0: seconds between runs, 10, 20 or 30. Else the second of the period in which the check runs; assigned when absent',
    example: 30,
  })
  frequencyOffset?: number;
}

/** What the service adds. */
export class CheckServerFields {
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) id: string;
  @Time({ description: 'When the check was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
  @FreeObject({ nullable: true, description: 'Of old clients; always null', example: null }) alertChannels: null;
}

/** A check as it is sent: what all types have, and what its type adds. */
export type NewCheck = CheckFields & {
  checkType: CheckType;
  setupSnippetId?: number | null;
  tearDownSnippetId?: number | null;
};
