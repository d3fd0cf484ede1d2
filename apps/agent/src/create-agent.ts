import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AgentConfig } from '#config';
import { AgentModule, type AgentParts } from './agent.module.js';
import { withExtensions, type AgentExtension } from './extension.js';
import { Lifecycle } from './lifecycle.js';
import { createLogger, nestLogger } from './logging.js';
import { codeOf } from './probes/request-failure.js';
import { builtInProbes } from './probes/registry.js';

/** What a caller may set besides the configuration: extensions, other probes, a logger, and times for tests. */
export type AgentOptions = Partial<Omit<AgentParts, 'config'>> & { extensions?: readonly AgentExtension[] };

export interface Agent {
  readonly app: INestApplication;
  /** Opens the health port, then begins to work. Rejects with a PortTaken when another process listens there. */
  start(): Promise<void>;
  /** Drains and closes the health port, in this order. Calling it again waits for the same end. */
  stop(): Promise<void>;
  /** The health port in use, once started (0 in the configuration picks a free one). Throws while the port is not open. */
  port(): number;
}

/** The health port is in use. The message says what to do. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`port ${port} is taken: set AGENT_HEALTH_PORT`);
    this.name = 'PortTaken';
  }
}

/** The one way to make an agent, for its entry point, for the assembly and for tests. It starts nothing by itself. */
export async function createAgent(
  config: AgentConfig,
  { extensions = [], ...options }: AgentOptions = {},
): Promise<Agent> {
  const logger = options.logger ?? createLogger(config.logLevel);
  const probes = withExtensions(options.probes ?? (await builtInProbes(config, logger)), extensions);
  const module = AgentModule.of({ ...options, config, logger, probes });
  const app = await NestFactory.create(module, {
    logger: nestLogger(logger),
    forceCloseConnections: true,
    abortOnError: false,
  });
  const lifecycle = app.get(Lifecycle);
  let stopped: Promise<void> | undefined;
  return {
    app,
    start: async () => {
      await listen(app, config.healthPort);
      lifecycle.start();
    },
    stop: () => {
      // Not left to the hook: readiness must turn in this very tick.
      stopped ??= lifecycle.drain().then(() => app.close());
      return stopped;
    },
    port: () => {
      const address = app.getHttpServer().address() as AddressInfo | null;
      if (address === null) throw new Error('The health port is not open');
      return address.port;
    },
  };
}

async function listen(app: INestApplication, port: number): Promise<void> {
  try {
    await app.listen(port);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw new PortTaken(port);
    throw error;
  }
}
