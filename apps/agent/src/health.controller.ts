import { Controller, Get, Inject } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Readiness } from './work/readiness.js';

/** Spec 4.9. Only readiness asks Terminus: it would turn the other two to 503 on shutdown. */
@Controller()
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(Readiness) private readonly readiness: Readiness,
  ) {}

  @Get('-/readiness')
  ready() {
    return this.health.check([() => this.agent()]);
  }

  @Get('-/liveness')
  live() {
    return { status: 'ok' };
  }

  @Get('health')
  alive() {
    return { status: 'ok' };
  }

  private agent() {
    const { isReady, state } = this.readiness;
    const indicator = this.indicators.check('agent');
    return isReady ? indicator.up({ state }) : indicator.down({ state });
  }
}
