import { runAgent } from '#agent';
import { agentExtensions } from './agent-extensions.js';

void runAgent(process.env, agentExtensions);
