import { Endpoint, UNLIMITED } from '#http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { LivenessView, ReadinessView } from './health.dto.js';

const PING_TIMEOUT_MS = 1_500;

/** For orchestrators, like the agent's (spec 4.9). */
@ApiTags('Health')
@Controller('-')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
  ) {}

  @Get('readiness')
  @Endpoint({
    summary: 'Ready to serve: 200, else 503',
    description: '503 while starting, stopping or without the database.',
    role: 'PUBLIC',
    returns: ReadinessView,
    rateLimit: UNLIMITED,
  })
  readiness() {
    return this.health.check([() => this.database.pingCheck('database', { timeout: PING_TIMEOUT_MS })]);
  }

  @Get('liveness')
  @Endpoint({ summary: 'Alive: always 200', role: 'PUBLIC', returns: LivenessView, rateLimit: UNLIMITED })
  liveness() {
    return { status: 'ok' };
  }
}
