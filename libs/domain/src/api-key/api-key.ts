/** Decision 12: user keys (`cu_`) open several accounts and need the account header, service keys (`sv_`) open one. */
export const KEY_KINDS = ['user', 'service'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_PREFIXES: Record<KeyKind, string> = { user: 'cu_', service: 'sv_' };

/** What may be shown of a key after its creation: its last four characters (reference 3, Key). */
export function maskKey(rawKey: string): string {
  return `...${rawKey.slice(-4)}`;
}
