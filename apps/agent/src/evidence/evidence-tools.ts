import { findTool } from '../system-tool.js';

/** The paths of the tools that evidence is gathered with; null where this machine has none. */
export interface EvidenceTools {
  traceroute: string | null;
  tracepath: string | null;
  tcpdump: string | null;
}

export const toolsOfThisMachine = (): EvidenceTools => ({
  traceroute: findTool('traceroute'),
  tracepath: findTool('tracepath'),
  tcpdump: findTool('tcpdump'),
});
