export type { ArtifactFile } from './artifacts/artifact-file.js';
export { createAgent, PortTaken, type Agent, type AgentOptions } from './create-agent.js';
export type { AgentExtension } from './extension.js';
export { UnusableRequest, type Outcome, type Probe, type ProbeContext } from './probes/probe.js';
export { builtInProbes, type ProbeRegistry } from './probes/registry.js';
export { RequestFailure } from './probes/request-failure.js';
export { AGENT_VERSION } from './version.js';
export { runAgent } from './run-agent.js';
