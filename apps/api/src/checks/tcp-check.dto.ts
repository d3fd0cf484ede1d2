import {
  IP_FAMILIES,
  TCP_ASSERTION_SOURCES,
  TCP_COMPARISONS,
  type Assertion,
  type Comparison,
  type IpFamily,
  type TcpRequest,
} from '#domain';
import { Ignores, KeepsUnknown, Nested, NestedList, OneOf, Text, UpdateOf, ViewOf, Whole } from '#http';
import { AssertionOperands } from './assertion-operands.dto.js';
import { CheckServerFields } from './check-fields.js';
import { Hostname, NonHttpCheckFields } from './non-http-check.dto.js';
import { ResponseTimes } from './response-times.js';

/** Reference 3.4. */
@KeepsUnknown()
export class TcpAssertionFields extends AssertionOperands implements Assertion {
  @OneOf(TCP_ASSERTION_SOURCES, { description: 'What is looked at', example: 'RESPONSE_TIME' }) source: string;
  @OneOf(TCP_COMPARISONS, { description: 'How it is compared', example: 'LESS_THAN' }) comparison: Comparison;
}

/** Reference 3.4. */
export class TcpRequestFields implements TcpRequest {
  @Hostname('Where to connect to: a host name or an address') hostname: string;
  @Whole({ min: 1, max: 65_535, description: 'The port to connect to', example: 3_000 }) port: number;
  @Text({ nullable: true, default: null, description: 'Sent once connected; null = nothing', example: null })
  data: string | null;
  @OneOf(IP_FAMILIES, { default: 'IPv4', description: 'Which addresses to use', example: 'IPv4' }) ipFamily: IpFamily;
  @NestedList(() => TcpAssertionFields, {
    default: [],
    description: 'What must hold of the connection and of what comes back',
    example: [{ source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '500' }],
  })
  assertions: Assertion[];
}

/** Milliseconds (reference 3.4). */
const LONGEST = 5_000;

class TcpCheckFields extends NonHttpCheckFields {
  @OneOf(['TCP'], { default: 'TCP', description: 'The type of the check', example: 'TCP' }) checkType: 'TCP';
  @Nested(() => TcpRequestFields, { description: 'Where to connect to' }) request: TcpRequest;
  @ResponseTimes.degraded(3_000, LONGEST) degradedResponseTime: number | null;
  @ResponseTimes.failed(5_000, LONGEST) maxResponseTime: number | null;
}

@Ignores(CheckServerFields)
export class TcpCheckCreateRequest extends TcpCheckFields {}

@Ignores(CheckServerFields)
export class TcpCheckUpdateRequest extends UpdateOf(TcpCheckFields) {}

export class TcpCheckView extends ViewOf(TcpCheckFields, CheckServerFields) {}

export const TCP_CHECK = { create: TcpCheckCreateRequest, update: TcpCheckUpdateRequest, view: TcpCheckView };
