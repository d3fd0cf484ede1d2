import {
  IP_FAMILIES,
  URL_ASSERTION_SOURCES,
  URL_COMPARISONS,
  type Assertion,
  type Comparison,
  type IpFamily,
  type UrlRequest,
} from '#domain';
import { Flag, HttpUrl, Ignores, KeepsUnknown, Nested, NestedList, OneOf, Text, UpdateOf, ViewOf, Whole } from '#http';
import { CheckFields, CheckServerFields } from './check-fields.js';
import type { CheckRow } from './check.entity.js';

/** Reference 3.4. */
@KeepsUnknown()
export class UrlAssertionFields implements Assertion {
  @OneOf(URL_ASSERTION_SOURCES, { description: 'What is looked at', example: 'STATUS_CODE' }) source: string;
  @Text({ max: 1_000, default: '', description: 'Not used by STATUS_CODE', example: '' }) property: string;
  @OneOf(URL_COMPARISONS, { description: 'How it is compared', example: 'EQUALS' }) comparison: Comparison;
  @Text({ max: 1_000, default: '', description: 'What it is compared with', example: '200' }) target: string;
  @Text({ max: 1_000, nullable: true, default: null, description: 'Not used by STATUS_CODE', example: null }) regex:
    string | null;
}

/** Reference 3.4. */
export class UrlRequestFields implements UrlRequest {
  @OneOf(['GET'], { default: 'GET', description: 'The method', example: 'GET' }) method: 'GET';
  @HttpUrl({ description: 'The address to check', example: 'http://127.0.0.1:3000/-/liveness' }) url: string;
  @Flag({ default: true, description: 'Whether redirects are followed', example: true }) followRedirects: boolean;
  @Flag({ default: false, description: 'Accepts certificates that cannot be verified', example: false })
  skipSSL: boolean;
  @OneOf(IP_FAMILIES, { default: 'IPv4', description: 'Which addresses to use', example: 'IPv4' }) ipFamily: IpFamily;
  @NestedList(() => UrlAssertionFields, {
    default: [],
    description: 'What must hold of the answer',
    example: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
  })
  assertions: Assertion[];
}

class UrlCheckFields extends CheckFields {
  @OneOf(['URL'], { default: 'URL', description: 'The type of the check', example: 'URL' }) checkType: 'URL';
  @Nested(() => UrlRequestFields, { description: 'What to request' }) request: UrlRequest;
  @Whole({
    min: 0,
    max: 30_000,
    nullable: true,
    default: 3_000,
    description: 'Milliseconds from which a run is degraded; null = never',
    example: 3_000,
  })
  degradedResponseTime: number | null;
  @Whole({
    min: 0,
    max: 30_000,
    nullable: true,
    default: 5_000,
    description: 'Milliseconds from which a run has failed; null = never',
    example: 5_000,
  })
  maxResponseTime: number | null;
}

@Ignores(CheckServerFields)
export class UrlCheckCreateRequest extends UrlCheckFields {}

@Ignores(CheckServerFields)
export class UrlCheckUpdateRequest extends UpdateOf(UrlCheckFields) {}

export class UrlCheckView extends ViewOf(UrlCheckFields, CheckServerFields) {
  static of(check: CheckRow): UrlCheckView {
    const { accountId: _, createdAt, updatedAt, ...fields } = check;
    return {
      ...(fields as Omit<UrlCheckView, 'created_at' | 'updated_at' | 'alertChannelSubscriptions'>),
      alertChannelSubscriptions: [],
      created_at: createdAt,
      updated_at: updatedAt,
    };
  }
}
