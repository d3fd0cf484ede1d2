/**
 * Where the time of one HTTP exchange went, in milliseconds (fractions allowed, never negative), in this order.
 * `wait` is the time before the first network step, `dns` the look-up, `tcp` the connection, `tls` the handshake,
 * `firstByte` from the request sent to the first byte of the answer, `download` the rest. They add up to the total.
 */
export const PHASES = ['wait', 'dns', 'tcp', 'tls', 'firstByte', 'download'] as const;
export type Phase = (typeof PHASES)[number];
export type TimingPhases = Record<Phase, number>;
