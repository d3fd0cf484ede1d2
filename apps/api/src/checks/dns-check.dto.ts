import {
  COMPARISONS,
  DNS_ASSERTION_SOURCES,
  DNS_PROTOCOLS,
  DNS_RECORD_TYPES,
  type Assertion,
  type Comparison,
  type DnsRequest,
} from '#domain';
import { Ignores, KeepsUnknown, Nested, NestedList, OneOf, Text, UpdateOf, ViewOf, Whole } from '#http';
import { AssertionOperands } from './assertion-operands.dto.js';
import { CheckServerFields } from './check-fields.js';
import { NonHttpCheckFields } from './non-http-check.dto.js';
import { ResponseTimes } from './response-times.js';

/** Reference 3.4. */
@KeepsUnknown()
export class DnsAssertionFields extends AssertionOperands implements Assertion {
  @OneOf(DNS_ASSERTION_SOURCES, { description: 'What is looked at', example: 'RESPONSE_CODE' }) source: string;
  @OneOf(COMPARISONS, { description: 'How it is compared', example: 'EQUALS' }) comparison: Comparison;
}

/** Reference 3.4. `nameServer` and `port` are left out of answers where they were never sent. */
export class DnsRequestFields implements DnsRequest {
  @Text({ min: 1, max: 100, description: 'The name to look up', example: 'localhost' }) query: string;
  @OneOf(DNS_RECORD_TYPES, { description: 'The type of record to ask for', example: 'A' })
  recordType: DnsRequest['recordType'];
  @OneOf(DNS_PROTOCOLS, { default: 'UDP', description: 'How the name server is asked', example: 'UDP' })
  protocol: DnsRequest['protocol'];
  @Text({
    max: 100,
    optional: true,
    description: 'The name server to ask, a host name or an address; 8.8.8.8 and 1.1.1.1 where there is none',
    example: '127.0.0.1',
  })
  nameServer?: string;
  @Whole({ min: 1, max: 65_535, optional: true, description: 'Port of the name server; 53 where absent', example: 53 })
  port?: number;
  @NestedList(() => DnsAssertionFields, {
    default: [],
    description: 'What must hold of the answer; without any it must be NOERROR',
    example: [{ source: 'RESPONSE_CODE', comparison: 'EQUALS', target: 'NOERROR' }],
  })
  assertions: Assertion[];
}

/** Milliseconds (reference 3.4). */
const LONGEST = 5_000;

class DnsCheckFields extends NonHttpCheckFields {
  @OneOf(['DNS'], { default: 'DNS', description: 'The type of the check', example: 'DNS' }) checkType: 'DNS';
  @Nested(() => DnsRequestFields, { description: 'What to look up' }) request: DnsRequest;
  @ResponseTimes.degraded(500, LONGEST) degradedResponseTime: number | null;
  @ResponseTimes.failed(1_000, LONGEST) maxResponseTime: number | null;
}

@Ignores(CheckServerFields)
export class DnsCheckCreateRequest extends DnsCheckFields {}

/** Reference 3.4: of this type alone, updates must name the check. */
@Ignores(CheckServerFields)
export class DnsCheckUpdateRequest extends UpdateOf(DnsCheckFields, ['name']) {}

export class DnsCheckView extends ViewOf(DnsCheckFields, CheckServerFields) {}

export const DNS_CHECK = { create: DnsCheckCreateRequest, update: DnsCheckUpdateRequest, view: DnsCheckView };
