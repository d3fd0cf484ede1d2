import type { ApiConfig } from '#config';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_CONFIG } from '../config.module.js';

/** For requests that are still being answered when the port closes, in milliseconds. */
const LAST_ANSWERS_MS = 20_000;
/** For the first request on a connection that was made just before the port closed, in milliseconds. */
const FIRST_REQUEST_MS = 2_000;
/** A turn of the event loop this short has done nothing, in milliseconds; one that busy clients leave comes soon. */
const QUIET_TURN_MS = 0.2;
const QUIET_PATIENCE_MS = 1_000;

/**
 * How the API leaves while clients hold connections open. From the first moment of the shutdown readiness is 503 and every
 * answer says `Connection: close`, so that nobody reuses a connection that is about to end; for `drainSeconds` new
 * connections are still taken, as orchestrators need that long to stop sending them; then the port closes, and what was
 * accepted is answered.
 */
@Injectable()
export class Drain implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly answering = new Set<ServerResponse>();
  private readonly unused = new Set<Socket>();
  private accepted = 0;
  private begunAt: number | null = null;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** True from the first moment of the shutdown. */
  get draining(): boolean {
    return this.begunAt !== null;
  }

  onModuleInit(): void {
    const server = this.server();
    server?.prependListener('request', (request, response) => this.watch(request, response));
    server?.on('connection', (socket) => {
      this.accepted += 1;
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
  }

  /** The first hook of a shutdown, before anything that may take time. */
  onModuleDestroy(): void {
    this.begunAt = performance.now();
    for (const response of this.answering) response.shouldKeepAlive = false;
  }

  /** Only a signal waits: whoever closes the application in code has nobody to be told. */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    const elapsedMs = performance.now() - (this.begunAt ?? 0);
    if (signal !== undefined) await sleep(Math.max(0, this.config.drainSeconds * 1_000 - elapsedMs));
    await this.closePort();
  }

  private watch(request: IncomingMessage, response: ServerResponse): void {
    this.unused.delete(request.socket);
    if (this.draining) response.shouldKeepAlive = false;
    this.answering.add(response);
    response.once('close', () => this.answering.delete(response));
  }

  /** Resolves when everything that was accepted is answered, or has taken too long. */
  private async closePort(): Promise<void> {
    const server = this.server();
    if (!server?.listening) return;
    await this.quiet();
    const closed = new Promise((resolve) => server.close(resolve));
    const timers = [
      setTimeout(() => this.unused.forEach((socket) => socket.destroy()), FIRST_REQUEST_MS),
      setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  }

  /**
   * What waits to be accepted when the port closes is reset by the system. So it is closed after a turn of the event loop in
   * which nothing came and nothing else was done, or, where there is none for long, regardless.
   */
  private async quiet(): Promise<void> {
    for (const end = performance.now() + QUIET_PATIENCE_MS; performance.now() < end;) {
      const { accepted } = this;
      const turnedAt = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      if (this.accepted === accepted && performance.now() - turnedAt < QUIET_TURN_MS) return;
    }
  }

  private server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer() as Server | undefined;
  }
}
