import type { RuntimeId } from '#domain';

/** The agent's release: package.json's version (a test compares them). */
export const AGENT_VERSION = '0.1.0';

/** Spec 9: the runtimes that scripts of checks find in this release. */
export const AGENT_RUNTIMES: readonly RuntimeId[] = ['2026.04'];
