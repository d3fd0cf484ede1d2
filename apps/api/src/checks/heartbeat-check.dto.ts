import { HEARTBEAT_UNITS, type HeartbeatUnit } from '#domain';
import { Decimal, HttpUrl, Ignores, Nested, OneOf, UpdateOf, Uuid, ViewOf, Whole, Without } from '#http';
import { CheckFields, CheckServerFields } from './check-fields.js';

const TOKEN = 'Secret in the address that is pinged';

class HeartbeatTimingFields {
  @Decimal({ min: 0, max: 31_536_000, description: 'How often a ping comes: 30 seconds to 365 days', example: 1 })
  period: number;
  @OneOf(HEARTBEAT_UNITS, { description: 'Unit of the period', example: 'hours' }) periodUnit: HeartbeatUnit;
  @Decimal({ min: 0, max: 31_536_000, description: 'How much later is in time: 0 to 365 days', example: 10 })
  grace: number;
  @OneOf(HEARTBEAT_UNITS, { description: 'Unit of the grace', example: 'minutes' }) graceUnit: HeartbeatUnit;
}

class PingUrlField {
  @HttpUrl({
    description: 'The address to ping, by GET or POST',
    example: 'http://127.0.0.1:3000/heartbeats/ping/44444444-4444-4444-8444-444444444444',
  })
  pingUrl: string;
}

/** Reference 3.4, 5.8. */
@Ignores(PingUrlField)
export class HeartbeatFields extends HeartbeatTimingFields {
  @Uuid({
    nullable: true,
    optional: true,
    description: `${TOKEN}; made by the service where it is absent or null, and then kept`,
    example: null,
  })
  pingToken?: string | null;
}

class ReadableToken {
  @Uuid({ description: TOKEN, example: '44444444-4444-4444-8444-444444444444' }) pingToken: string;
}

class HeartbeatAddress extends ViewOf(ReadableToken, PingUrlField) {}

class HeartbeatView extends ViewOf(HeartbeatTimingFields, HeartbeatAddress) {}

class HeartbeatCheckFields extends CheckFields {
  @OneOf(['HEARTBEAT'], { default: 'HEARTBEAT', description: 'The type of the check', example: 'HEARTBEAT' })
  checkType: 'HEARTBEAT';
}

class HeartbeatCheckRequest extends HeartbeatCheckFields {
  @Nested(() => HeartbeatFields, { description: 'When pings are expected' }) heartbeat: HeartbeatFields;
}

/** Reference 3.4: taken from clients that send them for every type, and ignored. */
class ResponseTimeLimits extends CheckServerFields {
  @Whole({ description: 'Ignored' }) degradedResponseTime: number;
  @Whole({ description: 'Ignored' }) maxResponseTime: number;
}

@Ignores(ResponseTimeLimits)
export class HeartbeatCheckCreateRequest extends HeartbeatCheckRequest {}

@Ignores(ResponseTimeLimits)
export class HeartbeatCheckUpdateRequest extends UpdateOf(HeartbeatCheckRequest) {}

class HeartbeatMember {
  @Nested(() => HeartbeatView, { description: 'When pings are expected, and where' }) heartbeat: HeartbeatView;
}

/** Reference 3.4 and 5.8: it runs nowhere, so answers say nothing about where and how often. */
class ShownFields extends Without(HeartbeatCheckFields, [
  'locations',
  'privateLocations',
  'groupId',
  'groupOrder',
  'runtimeId',
  'retryStrategy',
  'frequency',
  'frequencyOffset',
]) {}

class HeartbeatCheckMembers extends ViewOf(ShownFields, HeartbeatMember) {}

export class HeartbeatCheckView extends ViewOf(HeartbeatCheckMembers, CheckServerFields) {}

export const HEARTBEAT_CHECK = {
  create: HeartbeatCheckCreateRequest,
  update: HeartbeatCheckUpdateRequest,
  view: HeartbeatCheckView,
};
