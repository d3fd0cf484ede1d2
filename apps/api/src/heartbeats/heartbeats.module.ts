import { Module } from '@nestjs/common';
import { HeartbeatsController } from './heartbeats.controller.js';
import { HeartbeatsQueries } from './heartbeats.queries.js';
import { HeartbeatsService } from './heartbeats.service.js';
import { HeartbeatWatch } from './heartbeat-watch.js';
import { PingController } from './ping.controller.js';
import { PingService } from './ping.service.js';
import { PingQueries } from './ping.queries.js';

@Module({
  controllers: [HeartbeatsController, PingController],
  providers: [HeartbeatsService, HeartbeatsQueries, PingService, PingQueries, HeartbeatWatch],
  exports: [PingQueries],
})
export class HeartbeatsModule {}
