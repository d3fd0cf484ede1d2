export { createAgent, PortTaken, type Agent, type AgentOptions } from './create-agent.js';
export { UnusableRequest, type Outcome, type Probe, type ProbeContext } from './probes/probe.js';
export { builtInProbes, type ProbeRegistry } from './probes/registry.js';
export { RequestFailure } from './probes/request-failure.js';
export { AGENT_VERSION } from './version.js';
