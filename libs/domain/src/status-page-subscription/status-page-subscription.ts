/** Reference 3.2. */
export const SUBSCRIPTION_TYPES = ['EMAIL'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** Reference 3.2, 5.9: pending until the address is confirmed. */
export const SUBSCRIPTION_STATUSES = ['PENDING', 'VERIFIED'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What a mail can be sent to: one address without a display name, at most 254 characters (RFC 5321). */
export const MAIL_ADDRESS =
  /^(?=.{3,254}$)[^\s@<>()[\]\\,;:"]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
