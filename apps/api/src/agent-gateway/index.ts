export { AgentGatewayModule } from './agent-gateway.module.js';
