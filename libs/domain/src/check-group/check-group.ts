import type { AlertSettings } from '../alert-settings/alert-settings.js';
import type { Assertion } from '../assertion/assertion.js';
import type { RetryStrategy } from '../retry-strategy/retry-strategy.js';
import type { Variable } from '../variable/variable.js';

/** Reference 3, KeyValue: a header or a query parameter. */
export interface KeyValue {
  key: string;
  value: string;
  locked: boolean;
}

/** Reference 3, BasicAuth. */
export interface BasicAuth {
  username: string;
  password: string;
}

/** What of a request the API checks of a group share (reference 3.7). */
export interface ApiCheckDefaults {
  /** `GROUP_BASE_URL` of the members. */
  url: string | null;
  headers: KeyValue[];
  queryParameters: KeyValue[];
  assertions: Assertion[];
  basicAuth: BasicAuth | null;
}

export const NO_API_CHECK_DEFAULTS: ApiCheckDefaults = {
  url: '',
  headers: [],
  queryParameters: [],
  assertions: [],
  basicAuth: null,
};

/** As the `retryStrategy` of a group: each check's own (reference 3.6). */
export const RETRY_FALLBACK = 'FALLBACK';

/** What a group has a say in, for its members (reference 5.6; how they work together: `withGroup`). */
export interface GroupSettings {
  activated: boolean;
  muted: boolean;
  tags: string[];
  /** An empty list leaves the members where they are. */
  locations: string[];
  privateLocations: string[] | null;
  doubleCheck: boolean;
  /** Null: each check decides, as in `useGlobalAlertSettings` and `alertSettings`. */
  runParallel: boolean | null;
  retryStrategy: RetryStrategy | typeof RETRY_FALLBACK | null;
  /** True: the account's, for all members. */
  useGlobalAlertSettings: boolean | null;
  alertSettings: AlertSettings | null;
  runtimeId: string | null;
  apiCheckDefaults: ApiCheckDefaults;
}

/** Reference 3.7. */
export interface CheckGroup extends GroupSettings {
  readonly id: number;
  name: string;
  /** How many members run at once when the whole group is triggered, at least 1. */
  concurrency: number;
  /** Legacy, without effect. */
  browserCheckDefaults: string | null;
  /** Values of secret ones are sealed. */
  environmentVariables: Variable[] | null;
  setupSnippetId: number | null;
  tearDownSnippetId: number | null;
  localSetupScript: string | null;
  localTearDownScript: string | null;
  readonly createdAt: Date;
  updatedAt: Date | null;
}
