/** The agent's release: package.json's version (a test compares them). */
export const AGENT_VERSION = '0.1.0';
