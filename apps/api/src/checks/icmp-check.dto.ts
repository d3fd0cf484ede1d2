import {
  DEFAULT_PING_COUNT,
  ICMP_ASSERTION_SOURCES,
  ICMP_COMPARISONS,
  IP_FAMILIES,
  type Assertion,
  type Comparison,
  type IcmpRequest,
  type IpFamily,
  type PacketLossThresholds,
} from '#domain';
import { CreateOf, Decimal, Ignores, KeepsUnknown, Nested, NestedList, OneOf, UpdateOf, ViewOf, Whole } from '#http';
import { AssertionOperands } from './assertion-operands.dto.js';
import { CheckServerFields } from './check-fields.js';
import { Hostname, NonHttpCheckFields } from './non-http-check.dto.js';
import { ResponseTimes } from './response-times.js';

/** Reference 3.4. `property` of LATENCY is avg, min, max or stdDev, of JSON_RESPONSE a JSON path. */
@KeepsUnknown()
export class IcmpAssertionFields extends AssertionOperands implements Assertion {
  @OneOf(ICMP_ASSERTION_SOURCES, { description: 'What is looked at', example: 'LATENCY' }) source: string;
  @OneOf(ICMP_COMPARISONS, { description: 'How it is compared', example: 'LESS_THAN' }) comparison: Comparison;
}

/** Reference 3.4. */
export class IcmpRequestFields implements IcmpRequest {
  @Hostname('Which host to ping: a host name or an address') hostname: string;
  @OneOf(IP_FAMILIES, {
    nullable: true,
    default: 'IPv4',
    description: 'Which addresses to use; null = IPv4',
    example: 'IPv4',
  })
  ipFamily: IpFamily | null;
  @Whole({
    min: 1,
    max: 50,
    nullable: true,
    default: DEFAULT_PING_COUNT,
    description: `How many pings to send; null = ${DEFAULT_PING_COUNT}`,
    example: DEFAULT_PING_COUNT,
  })
  pingCount: number | null;
  @NestedList(() => IcmpAssertionFields, {
    default: [],
    description: 'What must hold of the pings',
    example: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '200' }],
  })
  assertions: Assertion[];
}

const percentage = (fallback: number, what: string) =>
  Decimal({
    min: 0,
    max: 100,
    default: fallback,
    description: `Per cent of lost pings from which a run ${what}`,
    example: fallback,
  });

class IcmpCheckFields extends NonHttpCheckFields implements PacketLossThresholds {
  @OneOf(['ICMP'], { default: 'ICMP', description: 'The type of the check', example: 'ICMP' }) checkType: 'ICMP';
  @Nested(() => IcmpRequestFields, { description: 'What to ping' }) request: IcmpRequest;
  @percentage(10, 'is degraded') degradedPacketLossThreshold: number;
  @percentage(20, 'has failed') maxPacketLossThreshold: number;
}

/** Milliseconds (reference 3.4). */
const LONGEST = 300_000;

class UnusedLimits {
  @ResponseTimes.unused(LONGEST) degradedResponseTime?: number;
  @ResponseTimes.unused(LONGEST) maxResponseTime?: number;
}

@Ignores(CheckServerFields)
export class IcmpCheckCreateRequest extends CreateOf(IcmpCheckFields, UnusedLimits) {}

class IcmpCheckChange extends UpdateOf(IcmpCheckFields) {}

@Ignores(CheckServerFields)
export class IcmpCheckUpdateRequest extends CreateOf(IcmpCheckChange, UnusedLimits) {}

export class IcmpCheckView extends ViewOf(IcmpCheckFields, CheckServerFields) {}

export const ICMP_CHECK = { create: IcmpCheckCreateRequest, update: IcmpCheckUpdateRequest, view: IcmpCheckView };
