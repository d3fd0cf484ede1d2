import type { CheckType } from '#domain';

/** Decision 33: one check of each type that can be created, so that the examples of the documentation work. */
export const EXAMPLE_CHECK_IDS = {
  URL: '11111111-1111-4111-8111-111111111111',
  API: '33333333-3333-4333-8333-333333333333',
  MULTI_STEP: '44444444-4444-4444-8444-444444444444',
  HEARTBEAT: '66666666-6666-4666-8666-666666666666',
  DNS: '88888888-8888-4888-8888-888888888888',
  ICMP: '99999999-9999-4999-8999-999999999999',
  TCP: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
} satisfies Partial<Record<CheckType, string>>;

/** Of the type, or of URL checks where there is none of the type yet. */
export const exampleCheckId = (type: CheckType): string =>
  (EXAMPLE_CHECK_IDS as Partial<Record<CheckType, string>>)[type] ?? EXAMPLE_CHECK_IDS.URL;
