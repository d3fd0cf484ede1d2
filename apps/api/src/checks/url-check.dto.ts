import { URL_ASSERTION_SOURCES, URL_COMPARISONS, type Assertion, type Comparison, type UrlRequest } from '#domain';
import { HttpUrl, Ignores, KeepsUnknown, Nested, NestedList, OneOf, Text, UpdateOf, ViewOf } from '#http';
import { CheckFields, CheckServerFields } from './check-fields.js';
import { HttpRequestFields } from './http-request.dto.js';
import { ResponseTimes } from './response-times.js';

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
export class UrlRequestFields extends HttpRequestFields implements UrlRequest {
  @OneOf(['GET'], { default: 'GET', description: 'The method', example: 'GET' }) method: 'GET';
  @HttpUrl({ description: 'The address to check', example: 'http://127.0.0.1:3000/-/liveness' }) url: string;
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
  @ResponseTimes.degraded(3_000) degradedResponseTime: number | null;
  @ResponseTimes.failed(5_000) maxResponseTime: number | null;
}

@Ignores(CheckServerFields)
export class UrlCheckCreateRequest extends UrlCheckFields {}

@Ignores(CheckServerFields)
export class UrlCheckUpdateRequest extends UpdateOf(UrlCheckFields) {}

export class UrlCheckView extends ViewOf(UrlCheckFields, CheckServerFields) {}

export const URL_CHECK = { create: UrlCheckCreateRequest, update: UrlCheckUpdateRequest, view: UrlCheckView };
