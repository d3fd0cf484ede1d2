import { CHECK_STATUS_FILTERS, CHECK_TYPES, type CheckStatusFilter, type CheckType } from '#domain';
import { Flag, OneOf, PageQuery, Text, TextList } from '#http';

/** Spec 4.6. */
export class CheckListQuery extends PageQuery {
  @Text({ optional: true, min: 1, max: 2_048, description: 'API checks whose URL contains this' })
  apiCheckUrlFilterPattern?: string;
  @TextList({ optional: true, each: { min: 1 }, description: 'Checks with at least one of these tags' }) tag?: string[];
  @OneOf(CHECK_TYPES, { optional: true, description: 'Checks of this type' }) checkType?: CheckType;
  @Text({ optional: true, max: 255, description: 'Checks whose name contains this, in any case' }) search?: string;
  @OneOf(CHECK_STATUS_FILTERS, { optional: true, description: 'Checks in this state' }) status?: CheckStatusFilter;
  @Flag({
    default: false,
    description: "Whether checks in a group come with their group's settings applied",
    example: false,
  })
  applyGroupSettings: boolean;
}

export class CheckGetQuery {
  @Flag({ default: false, description: "Whether the group's settings are applied", example: false })
  applyGroupSettings: boolean;
  @Flag({ default: false, description: 'Adds `dependencies` to checks that have scripts', example: false })
  includeDependencies: boolean;
}

/** Reference 1.8, AAA. */
export class CheckCreateQuery {
  @Flag({
    default: true,
    description: 'Subscribes the check to the alert channels that take every new check',
    example: true,
  })
  autoAssignAlerts: boolean;
}
