import type { Principal } from './principal.js';

/**
 * Port: from a bearer token to the one who may use it. The API's own implementation reads API keys; an extension may
 * bring another (single sign-on).
 */
export abstract class KeyVerifier {
  /**
   * `accountId` is the account header, null when absent. Null when the token does not open that account, or needs the
   * header and has none: callers cannot tell which.
   */
  abstract verify(token: string, accountId: string | null): Promise<Principal | null>;

  /** Whether a token was verified moments ago, so that verifying it again costs no look-up. */
  abstract isFresh(token: string): boolean;
}
