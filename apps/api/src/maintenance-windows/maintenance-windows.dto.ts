import {
  REPEAT_UNITS,
  timeCondition,
  type Occurrence,
  type RepeatUnit,
  type TimeCondition,
  type TimeRange,
} from '#domain';
import { CreateOf, Ignores, OneOf, PageQuery, Text, TextList, Time, UpdateOf, ViewOf, Whole } from '#http';
import type { MaintenanceWindowRow } from './maintenance-window.entity.js';

/** The window that the first start makes has this id, so that the documentation's examples work. */
export const EXAMPLE_WINDOW_ID = 1;

/** Spec 2.6. */
class WindowFields {
  @Text({ min: 1, description: 'Name of the window', example: 'Weekly deployment' }) name: string;
  @Time({ description: 'When it begins for the first time', example: '2026-11-21T22:00:00.000Z' }) startsAt: Date;
  @Time({ description: 'When it ends for the first time; after `startsAt`', example: '2026-11-21T23:00:00.000Z' })
  endsAt: Date;
  @OneOf(REPEAT_UNITS, {
    description: 'What `repeatInterval` counts. Months that lack the day of `startsAt` take their last one',
    example: 'WEEK',
  })
  repeatUnit: RepeatUnit;
  @TextList({
    default: [],
    description: 'Tags or exact names of the checks and groups that are not scheduled meanwhile; none stops nothing',
    example: ['maintenance-example'],
  })
  tags: string[];
  @Whole({
    min: 1,
    nullable: true,
    default: null,
    description: 'It happens again every so many units, counted from `startsAt`; null = once only',
    example: 1,
  })
  repeatInterval: number | null;
  @Time({
    nullable: true,
    default: null,
    description: 'The last day (UTC) on which it may begin again, included; null = for ever',
    example: '2027-11-21T00:00:00.000Z',
  })
  repeatEndsAt: Date | null;
}

class ServerFields {
  @Whole({ description: 'Id of the window', example: EXAMPLE_WINDOW_ID }) id: number;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

@Ignores(ServerFields)
export class MaintenanceWindowCreateRequest extends WindowFields {}

@Ignores(ServerFields)
export class MaintenanceWindowUpdateRequest extends UpdateOf(WindowFields, [
  'name',
  'startsAt',
  'endsAt',
  'repeatUnit',
]) {}

export class MaintenanceWindowView extends ViewOf(WindowFields, ServerFields) {
  static of(window: MaintenanceWindowRow): MaintenanceWindowView {
    const { accountId: _, createdAt, updatedAt, ...fields } = window;
    return { ...fields, created_at: createdAt, updated_at: updatedAt };
  }
}

const compared = (description: string) => Time({ optional: true, description });

/** Reference 2.4: one comparison for each of both times. */
class WindowFilterFields {
  @compared('Only windows that first begin after this time') 'startsAt[gt]'?: Date;
  @compared('Only windows that first begin at or after this time') 'startsAt[gte]'?: Date;
  @compared('Only windows that first begin before this time') 'startsAt[lt]'?: Date;
  @compared('Only windows that first begin at or before this time') 'startsAt[lte]'?: Date;
  @compared('Only windows that first end after this time') 'endsAt[gt]'?: Date;
  @compared('Only windows that first end at or after this time') 'endsAt[gte]'?: Date;
  @compared('Only windows that first end before this time') 'endsAt[lt]'?: Date;
  @compared('Only windows that first end at or before this time') 'endsAt[lte]'?: Date;
}

export class MaintenanceWindowsQuery extends CreateOf(PageQuery, WindowFilterFields) {}

export interface WindowFilter {
  startsAt: TimeCondition | null;
  endsAt: TimeCondition | null;
}

/** Throws a broken rule when one time is compared twice. */
export function filterOf(query: WindowFilterFields): WindowFilter {
  const condition = (field: 'startsAt' | 'endsAt') =>
    timeCondition(field, {
      gt: query[`${field}[gt]`],
      gte: query[`${field}[gte]`],
      lt: query[`${field}[lt]`],
      lte: query[`${field}[lte]`],
    });
  return { startsAt: condition('startsAt'), endsAt: condition('endsAt') };
}

export class OccurrencesQuery implements Partial<TimeRange> {
  @Time({ optional: true, description: 'Only occurrences that end after this time; now when absent' }) from?: Date;
  @Time({ optional: true, description: 'Only occurrences that begin before this time' }) to?: Date;
  @Whole({ min: 1, max: 100, default: 10, description: 'How many at most', example: 10 }) limit: number;
}

export class OccurrenceView implements Occurrence {
  @Time({ description: 'When it begins', example: '2026-11-28T22:00:00.000Z' }) startsAt: Date;
  @Time({ description: 'When it ends', example: '2026-11-28T23:00:00.000Z' }) endsAt: Date;
}
