import { CursorListOf, CursorQuery, Flag, Ignores, Text, Time, UpdateOf, Uuid, ViewOf } from '#http';
import type { StatusPageServiceRow } from './status-page-service.entity.js';

/** Of the first start, so that the examples of the documentation work (decision 33). */
export const EXAMPLE_SERVICE_ID = '50000000-0000-4000-8000-000000000001';

/** Spec 2.3. */
class ServiceFields {
  @Text({ min: 1, max: 255, description: 'Name of the service, as status pages show it', example: 'Checkout' })
  name: string;
}

class ServiceId {
  @Uuid({ description: 'Id of the service', example: EXAMPLE_SERVICE_ID }) id: string;
}

class ServiceServerFields {
  @Uuid({ description: 'Account that it belongs to', example: '00000000-0000-4000-8000-000000000001' })
  accountId: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date | string;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | string | null;
}

@Ignores(ServiceId, ServiceServerFields)
export class StatusPageServiceCreateRequest extends ServiceFields {}

@Ignores(ServiceId, ServiceServerFields)
export class StatusPageServiceUpdateRequest extends UpdateOf(ServiceFields, ['name']) {}

/** A service where another thing names it: its id counts, the rest may come along as it was read. */
@Ignores(ServiceFields, ServiceServerFields)
export class StatusPageServiceReference extends ServiceId {}

export class StatusPageServiceView extends ViewOf(ViewOf(ServiceId, ServiceFields), ServiceServerFields) {
  static of({ id, accountId, name, createdAt, updatedAt }: StatusPageServiceRow): StatusPageServiceView {
    return { id, accountId, name, created_at: createdAt, updated_at: updatedAt };
  }
}

export class StatusPageServiceListView extends CursorListOf(() => StatusPageServiceView) {}

export class StatusPageServicesQuery extends CursorQuery {
  @Flag({ default: true, description: 'false: all services at once, as a bare array', example: true })
  paginated: boolean;
}
