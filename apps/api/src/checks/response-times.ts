import { Decimal, field, number } from '#http';

const MOST = 30_000;

/** Reference 3.4: the limits of a type's response time in milliseconds, with the type's defaults and largest value. */
export const ResponseTimes = {
  degraded: (fallback: number, max = MOST) => limit(fallback, max, 'is degraded'),
  failed: (fallback: number, max = MOST) => limit(fallback, max, 'has failed'),
  /** Checked, and neither stored nor answered. */
  unused: (max: number) =>
    field(
      { ...number({ min: 0, max }), parse: () => undefined },
      { optional: true, description: 'Taken for compatibility, without effect', example: 5_000 },
    ),
};

const limit = (fallback: number, max: number, what: string) =>
  Decimal({
    min: 0,
    max,
    nullable: true,
    default: fallback,
    description: `Milliseconds from which a run ${what}; null = never`,
    example: fallback,
  });
