import type { ApiCheckDefaults, Assertion, BasicAuth, KeyValue } from '#domain';
import { Nested, NestedList, Text } from '#http';
import { ApiAssertionFields, BasicAuthFields, KeyValueFields } from '../checks/index.js';

/** Reference 3.7. */
export class ApiCheckDefaultsFields implements ApiCheckDefaults {
  @Text({
    max: 2_048,
    nullable: true,
    default: '',
    description: 'What members use as {{GROUP_BASE_URL}}',
    example: 'https://api.example.com',
  })
  url: string | null;
  @NestedList(() => KeyValueFields, { default: [], description: 'Headers that a check does not name itself' })
  headers: KeyValue[];
  @NestedList(() => KeyValueFields, { default: [], description: 'Query parameters that a check does not name itself' })
  queryParameters: KeyValue[];
  @NestedList(() => ApiAssertionFields, { default: [], description: "Checked after the check's own" })
  assertions: Assertion[];
  @Nested(() => BasicAuthFields, {
    nullable: true,
    default: null,
    description: 'For checks without their own',
    example: null,
  })
  basicAuth: BasicAuth | null;
}
