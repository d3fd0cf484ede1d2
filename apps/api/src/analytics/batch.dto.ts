import { BATCH_RANGES, CHECK_TYPES, type BatchRange, type CheckType } from '#domain';
import { Decimal, OneOf, Uuid, UuidList } from '#http';

const CHECK_ID = '11111111-1111-4111-8111-111111111111';

/** Reference 2.9. */
export class BatchQuery {
  @OneOf(BATCH_RANGES, {
    default: 'last24Hours',
    description: 'The window; UTC, weeks start on Monday',
    example: 'last24Hours',
  })
  quickRange: BatchRange;
}

export class BatchRequest {
  @UuidList({ min: 1, max: 100, description: 'The checks to report on', example: [CHECK_ID] }) checkIds: string[];
}

const Average = (what: string, example: number) =>
  Decimal({ optional: true, nullable: true, description: `${what}; null without results`, example });

export class BatchItemView {
  @Uuid({ description: 'Id of the check', example: CHECK_ID }) checkId: string;
  @OneOf(CHECK_TYPES, { description: 'Its type', example: 'URL' }) checkType: CheckType;
  @Decimal({
    nullable: true,
    description: 'Percentage of results that did not fail; null without results',
    example: 99.5,
  })
  availability: number | null;
  @Average('Average response time in ms, but for ICMP and heartbeats', 118.4) responseTime_avg?: number | null;
  @Average('Half of the results are as fast', 110) responseTime_p50?: number | null;
  @Average('95 % of the results are as fast', 240) responseTime_p95?: number | null;
  @Average('99 % of the results are as fast', 310.5) responseTime_p99?: number | null;
  @Average('Average latency in ms of ICMP checks', 12.5) latency_avg?: number | null;
  @Average('Half of the results of ICMP checks are as fast', 12) latency_p50?: number | null;
  @Average('95 % of the results of ICMP checks are as fast', 18.25) latency_p95?: number | null;
  @Average('99 % of the results of ICMP checks are as fast', 31) latency_p99?: number | null;
  @Average('Average percentage of packets that ICMP checks lost', 0.5) packetLoss_avg?: number | null;
  @Average('95 % of the results of ICMP checks lost no more', 2) packetLoss_p95?: number | null;
  @Average('99 % of the results of ICMP checks lost no more', 10) packetLoss_p99?: number | null;
}

export class MetricsQuery {
  @OneOf(CHECK_TYPES, { description: 'The type of check', example: 'URL' }) checkType: CheckType;
}
