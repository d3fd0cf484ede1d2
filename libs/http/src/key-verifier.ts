import type { LocationPrincipal, Principal } from './principal.js';

/** Whoever verifies keys knows which were verified moments ago, so that verifying them again costs no look-up. */
export interface FreshKeys {
  isFresh(token: string): boolean;
}

/**
 * Port: from a bearer token to the one who may use it. The API's own implementation reads API keys; an extension may
 * bring another (single sign-on).
 */
export abstract class KeyVerifier implements FreshKeys {
  /**
   * `accountId` is the account header, null when absent. Null when the token does not open that account, or needs the
   * header and has none: callers cannot tell which.
   */
  abstract verify(token: string, accountId: string | null): Promise<Principal | null>;

  abstract isFresh(token: string): boolean;
}

/** Port: from the bearer key of an agent to its private location. Null when the key is unknown or deleted. */
export abstract class LocationKeyVerifier implements FreshKeys {
  abstract verify(token: string): Promise<LocationPrincipal | null>;

  abstract isFresh(token: string): boolean;
}
