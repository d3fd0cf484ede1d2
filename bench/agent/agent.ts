import { createAgent } from '#agent';
import { readAgentConfig } from '#config';
import { serve } from '../serve.js';

/** The agent as its `main.ts` starts it. */
const agent = await createAgent(readAgentConfig(process.env));

serve({ start: () => agent.start() }, () => agent.stop());
