import { Endpoint, UNLIMITED } from '#http';
import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { Drain } from './drain.js';
import { LivenessView, ReadinessView } from './health.dto.js';

const PING_TIMEOUT_MS = 1_500;
const PING_EVERY_MS = 1_000;

/** For orchestrators, like the agent's (spec 4.9). */
@ApiTags('Health')
@Controller('-')
export class HealthController {
  private pingedAt = Number.NEGATIVE_INFINITY;
  private pinged: ReturnType<TypeOrmHealthIndicator['pingCheck']>;

  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly drain: Drain,
  ) {}

  @Get('readiness')
  @Endpoint({
    summary: 'Ready to serve: 200, else 503',
    description: '503 while starting, stopping or without the database.',
    role: 'PUBLIC',
    returns: ReadinessView,
    errors: [503],
    probe: true,
    rateLimit: UNLIMITED,
  })
  readiness() {
    if (this.drain.draining) throw new ServiceUnavailableException('The API is stopping. Use another replica.');
    return this.health.check([() => this.ping()]);
  }

  @Get('liveness')
  @Endpoint({ summary: 'Alive: always 200', role: 'PUBLIC', returns: LivenessView, probe: true, rateLimit: UNLIMITED })
  liveness() {
    return { status: 'ok' };
  }

  /** However many ask, the database is asked once a second: this route is open to everybody. */
  private ping() {
    if (performance.now() - this.pingedAt > PING_EVERY_MS) {
      this.pingedAt = performance.now();
      this.pinged = this.database.pingCheck('database', { timeout: PING_TIMEOUT_MS });
    }
    return this.pinged;
  }
}
