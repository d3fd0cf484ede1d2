import type { AgentExtension } from '#agent';

/** Probes for your own check types, in the agent of `npm start`; `extensions.ts` tells the API of the types. */
export const agentExtensions: AgentExtension[] = [];
