/** `firstRunFrom` in SQL, for a schedule `s`: the first point of its grid at or after `at`, in unix milliseconds (numeric). */
export const firstRunFromSql = (at: string) =>
  `to_timestamp((ceil((${at} - s.phase_ms) / s.period_ms) * s.period_ms + s.phase_ms) / 1000)`;
