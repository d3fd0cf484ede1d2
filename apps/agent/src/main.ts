import { runAgent } from './run-agent.js';

void runAgent(process.env);
