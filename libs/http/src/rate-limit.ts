/** A limit of a route's own: `requests` per `seconds`, counted per key under `name`. */
export interface RateLimit {
  name: string;
  requests: number;
  seconds: number;
}

/** For routes with a limit elsewhere: probes of orchestrators, the agent gateway. */
export const UNLIMITED: RateLimit = { name: 'none', requests: Number.POSITIVE_INFINITY, seconds: 1 };
