import {
  API_ASSERTION_SOURCES,
  API_METHODS,
  BODY_TYPES,
  COMPARISONS,
  type ApiRequest,
  type Assertion,
  type BasicAuth,
  type Comparison,
  type KeyValue,
  type Variable,
} from '#domain';
import {
  Flag,
  Ignores,
  KeepsUnknown,
  Nested,
  NestedList,
  OneOf,
  TemplateUrl,
  Text,
  UpdateOf,
  ViewOf,
  Whole,
} from '#http';
import { CheckFields, CheckServerFields, MAX_SCRIPT } from './check-fields.js';
import { EnvironmentVariables } from './environment-variables.js';
import { HttpRequestFields } from './http-request.dto.js';
import { ResponseTimes } from './response-times.js';

/** Reference 3, KeyValue. */
export class KeyValueFields implements KeyValue {
  @Text({ max: 1_000, description: 'Name; one without is not sent', example: 'Accept' }) key: string;
  @Text({ default: '', description: 'Value', example: 'application/json' }) value: string;
  @Flag({ default: false, description: 'Hides the value from keys that may not write', example: false })
  locked: boolean;
}

/** Reference 3.4. */
@KeepsUnknown()
export class ApiAssertionFields implements Assertion {
  @OneOf(API_ASSERTION_SOURCES, { description: 'What is looked at', example: 'STATUS_CODE' }) source: string;
  @Text({
    max: 1_000,
    default: '',
    description:
      'Of JSON_BODY a JSON path (RFC 9535, and `.length` of lists), of HEADERS the name, of TEXT_BODY a regular expression whose first group is compared',
    example: '',
  })
  property: string;
  @OneOf(COMPARISONS, { description: 'How it is compared', example: 'EQUALS' }) comparison: Comparison;
  @Text({ default: '', description: 'What it is compared with', example: '200' }) target: string;
  @Text({ max: 1_000, nullable: true, default: null, description: 'Of HEADERS: the part to compare', example: null })
  regex: string | null;
}

/** Reference 3, BasicAuth. */
export class BasicAuthFields implements BasicAuth {
  @Text({ max: 1_000, default: '', description: 'User', example: 'ada' }) username: string;
  @Text({ max: 1_000, default: '', description: 'Password', example: '{{PASSWORD}}' }) password: string;
}

/** Reference 3.4. */
export class ApiRequestFields extends HttpRequestFields implements ApiRequest {
  @OneOf(API_METHODS, { default: 'GET', description: 'The method', example: 'GET' }) method: ApiRequest['method'];
  @TemplateUrl({
    description: 'The address to request; {{VARIABLES}} may stand in it',
    example: 'http://127.0.0.1:3000/v1/accounts/me',
  })
  url: string;
  @Text({
    max: MAX_SCRIPT,
    default: '',
    description:
      'Body of the request: of GRAPHQL the query; of FORM `name=value` in each line or between `&`, or a JSON object; sent as it is otherwise',
    example: '',
  })
  body: string;
  @OneOf(BODY_TYPES, { default: 'NONE', description: 'What the body is', example: 'NONE' })
  bodyType: ApiRequest['bodyType'];
  @NestedList(() => KeyValueFields, {
    default: [],
    description: 'Headers of the request',
    example: [{ key: 'Accept', value: 'application/json', locked: false }],
  })
  headers: KeyValue[];
  @NestedList(() => KeyValueFields, { default: [], description: 'Added to the address', example: [] })
  queryParameters: KeyValue[];
  @NestedList(() => ApiAssertionFields, {
    default: [],
    description: 'What must hold of the answer',
    example: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
  })
  assertions: Assertion[];
  @Nested(() => BasicAuthFields, {
    nullable: true,
    default: null,
    description: 'Sent as basic authentication',
    example: null,
  })
  basicAuth: ApiRequest['basicAuth'];
}

const script = (when: string) =>
  Text({ max: MAX_SCRIPT, nullable: true, default: null, description: `Script that runs ${when}`, example: null });
const snippet = (when: string) =>
  Whole({ min: 1, nullable: true, default: null, description: `Snippet that runs ${when}`, example: null });

class ApiCheckFields extends CheckFields {
  @OneOf(['API'], { default: 'API', description: 'The type of the check', example: 'API' }) checkType: 'API';
  @Nested(() => ApiRequestFields, { description: 'What to request' }) request: ApiRequest;
  @ResponseTimes.degraded(5_000) degradedResponseTime: number | null;
  @ResponseTimes.failed(20_000) maxResponseTime: number | null;
  @snippet('before the request') setupSnippetId: number | null;
  @snippet('after the request') tearDownSnippetId: number | null;
  @script('before the request and may change it') localSetupScript: string | null;
  @script("after the request and may change the answer's body") localTearDownScript: string | null;
  @EnvironmentVariables() environmentVariables: Variable[];
}

@Ignores(CheckServerFields)
export class ApiCheckCreateRequest extends ApiCheckFields {}

@Ignores(CheckServerFields)
export class ApiCheckUpdateRequest extends UpdateOf(ApiCheckFields) {}

export class ApiCheckView extends ViewOf(ApiCheckFields, CheckServerFields) {}

export const API_CHECK = { create: ApiCheckCreateRequest, update: ApiCheckUpdateRequest, view: ApiCheckView };
