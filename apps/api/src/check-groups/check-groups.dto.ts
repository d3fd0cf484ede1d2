import {
  DEFAULT_ALERT_SETTINGS,
  LOCATIONS,
  NO_API_CHECK_DEFAULTS,
  readableDefaults,
  RETRY_FALLBACK,
  RUNTIME_IDS,
  type AlertSettings,
  type ApiCheckDefaults,
  type RetryStrategy,
  type Role,
} from '#domain';
import {
  Flag,
  Ignores,
  ListOf,
  Nested,
  NestedList,
  NestedOr,
  OneOf,
  PageQuery,
  Text,
  TextList,
  Time,
  UpdateOf,
  ViewOf,
  Whole,
} from '#http';
import { AlertChannelSubscriptionFields, AlertSettingsFields, RetryStrategyFields } from '../checks/index.js';
import { OwnVariable } from '../variables/index.js';
import { ApiCheckDefaultsFields } from './api-check-defaults.dto.js';
import type { CheckGroupRow } from './check-group.entity.js';

const MAX_SCRIPT = 100_000;
const EACH_DECIDES = 'null = each check decides';
const RETRIES = `How failed runs of members are tried again: a strategy, null = never, "${RETRY_FALLBACK}" = as each check says`;

/** Reference 3.7: what does not differ between v1 and v2. */
class CommonFields {
  @Text({ min: 1, max: 255, description: 'Name of the group', example: 'Shop' }) name: string;
  @Flag({ default: true, description: 'False stops all members', example: true }) activated: boolean;
  @Flag({ default: false, description: 'True mutes all members', example: false }) muted: boolean;
  @TextList({ default: [], each: { max: 255 }, description: "Added to the members' tags", example: ['shop'] })
  tags: string[];
  @ListOf(LOCATIONS, { default: [], description: "Unless empty, in place of the members' locations", example: [] })
  locations: string[];
  @TextList({
    nullable: true,
    default: [],
    max: 50,
    each: { min: 1, max: 30 },
    description: "Slug names of private locations; unless empty, in place of the members'",
    example: [],
  })
  privateLocations: string[] | null;
  @Whole({ min: 1, default: 3, description: 'How many members run at once when the whole group is run', example: 3 })
  concurrency: number;
  @Nested(() => ApiCheckDefaultsFields, {
    default: NO_API_CHECK_DEFAULTS,
    description: 'What the API checks of the group share',
  })
  apiCheckDefaults: ApiCheckDefaults;
  @Text({
    optional: true,
    max: MAX_SCRIPT,
    description: 'Legacy, without effect; left out when never set',
    example: '',
  })
  browserCheckDefaults?: string;
  @NestedList(() => OwnVariable, {
    nullable: true,
    default: [],
    description: "Environment variables of the members; a check's own win. A secret value reads as an empty text",
  })
  environmentVariables: OwnVariable[] | null;
  @NestedList(() => AlertChannelSubscriptionFields, {
    default: [],
    description: 'Alert channels of all members',
    example: [],
  })
  alertChannelSubscriptions: AlertChannelSubscriptionFields[];
  @Whole({ min: 1, nullable: true, default: null, description: "Snippet before the members' set-up", example: null })
  setupSnippetId: number | null;
  @Whole({ min: 1, nullable: true, default: null, description: "Snippet after the members' teardown", example: null })
  tearDownSnippetId: number | null;
  @Text({
    max: MAX_SCRIPT,
    nullable: true,
    default: null,
    description: "Script before the members' set-up",
    example: null,
  })
  localSetupScript: string | null;
  @Text({
    max: MAX_SCRIPT,
    nullable: true,
    default: null,
    description: "Script after the members' teardown",
    example: null,
  })
  localTearDownScript: string | null;
  @OneOf(RUNTIME_IDS, {
    nullable: true,
    default: null,
    description: "For members without their own; null = the account's",
    example: null,
  })
  runtimeId: string | null;
}

/** v1: what is set overrides the members, and flags are always set. */
class CheckGroupFields extends CommonFields {
  @Flag({
    default: true,
    description: 'Deprecated: one immediate retry for members without a strategy',
    example: false,
  })
  doubleCheck: boolean;
  @Flag({ default: false, description: 'Whether members run in all locations at once', example: false })
  runParallel: boolean;
  @NestedOr(() => RetryStrategyFields, [RETRY_FALLBACK], {
    nullable: true,
    default: RETRY_FALLBACK,
    description: RETRIES,
    example: RETRY_FALLBACK,
  })
  retryStrategy: RetryStrategy | typeof RETRY_FALLBACK | null;
  @Flag({ default: true, description: "Whether members use the account's alert settings", example: true })
  useGlobalAlertSettings: boolean;
  @Nested(() => AlertSettingsFields, {
    nullable: true,
    default: DEFAULT_ALERT_SETTINGS,
    description: `When to alert; ${EACH_DECIDES}`,
    example: DEFAULT_ALERT_SETTINGS,
  })
  alertSettings: AlertSettings | null;
}

/** v2: every override can be left to the checks. */
class CheckGroupV2Fields extends CommonFields {
  @Flag({
    default: false,
    description: 'Deprecated: one immediate retry for members without a strategy',
    example: false,
  })
  doubleCheck: boolean;
  @Flag({
    nullable: true,
    default: null,
    description: `Whether members run in all locations at once; ${EACH_DECIDES}`,
    example: null,
  })
  runParallel: boolean | null;
  @NestedOr(() => RetryStrategyFields, [RETRY_FALLBACK], {
    nullable: true,
    default: RETRY_FALLBACK,
    description: RETRIES,
    example: RETRY_FALLBACK,
  })
  retryStrategy: RetryStrategy | typeof RETRY_FALLBACK | null;
  @Flag({
    nullable: true,
    default: null,
    description: `Whether members use the account's alert settings; ${EACH_DECIDES}`,
    example: null,
  })
  useGlobalAlertSettings: boolean | null;
  @Nested(() => AlertSettingsFields, {
    nullable: true,
    default: null,
    description: `When to alert; ${EACH_DECIDES}`,
    example: null,
  })
  alertSettings: AlertSettings | null;
}

class ServerFields {
  @Whole({ min: 1, description: 'Id of the group', example: 1 }) id: number;
  @Time({ description: 'When the group was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

@Ignores(ServerFields)
export class CheckGroupCreateRequest extends CheckGroupFields {}

/** Takes the nulls of v2 too, so that a group that was read can be sent back whichever version made it. */
@Ignores(ServerFields)
export class CheckGroupUpdateRequest extends UpdateOf(CheckGroupV2Fields) {}

@Ignores(ServerFields)
export class CheckGroupV2CreateRequest extends CheckGroupV2Fields {}

@Ignores(ServerFields)
export class CheckGroupV2UpdateRequest extends UpdateOf(CheckGroupV2Fields, ['name']) {}

export class CheckGroupView extends ViewOf(CheckGroupV2Fields, ServerFields, ['browserCheckDefaults']) {
  static of(group: CheckGroupRow, role: Role): CheckGroupView {
    const { accountId: _, createdAt, updatedAt, browserCheckDefaults, environmentVariables, ...fields } = group;
    return {
      ...fields,
      ...(browserCheckDefaults !== null && { browserCheckDefaults }),
      apiCheckDefaults: readableDefaults(group.apiCheckDefaults, role),
      environmentVariables: environmentVariables?.map((variable) => OwnVariable.of(variable, role)) ?? null,
      alertChannelSubscriptions: [],
      created_at: createdAt,
      updated_at: updatedAt,
    };
  }
}

/** Reference 2.6. */
export class CheckGroupListQuery extends PageQuery {
  @TextList({ optional: true, each: { min: 1 }, description: 'Groups with at least one of these tags' }) tag?: string[];
  @TextList({ optional: true, each: { min: 1 }, description: 'Groups with exactly one of these names' })
  name?: string[];
}

/** Reference 1.8, AAA. */
export class CheckGroupWriteQuery {
  @Flag({
    default: true,
    description: 'Subscribes a new group to the alert channels that take every new check',
    example: true,
  })
  autoAssignAlerts: boolean;
}
