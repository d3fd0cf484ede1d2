import { LocationKeyVerifier } from '#http';
import { Global, Module } from '@nestjs/common';
import { CapacityQueries } from './capacity.queries.js';
import { CapacityService } from './capacity.service.js';
import { LocationKeys } from './location-keys.js';
import { LocationReportsController } from './location-reports.controller.js';
import { LocationReportsQueries } from './location-reports.queries.js';
import { LocationReportsService } from './location-reports.service.js';
import { LocationWatch } from './location-watch.js';
import { LocationWatchQueries } from './location-watch.queries.js';
import { PrivateLocationsController } from './private-locations.controller.js';
import { PrivateLocationsQueries } from './private-locations.queries.js';
import { PrivateLocationsRepository } from './private-locations.repository.js';
import { PrivateLocationsService } from './private-locations.service.js';

/** Global: the guard asks for the keys of agents. */
@Global()
@Module({
  controllers: [PrivateLocationsController, LocationReportsController],
  providers: [
    PrivateLocationsService,
    PrivateLocationsRepository,
    PrivateLocationsQueries,
    CapacityService,
    CapacityQueries,
    LocationReportsService,
    LocationReportsQueries,
    LocationWatch,
    LocationWatchQueries,
    LocationKeys,
    { provide: LocationKeyVerifier, useExisting: LocationKeys },
  ],
  exports: [PrivateLocationsService, CapacityService, LocationKeys, LocationKeyVerifier],
})
export class PrivateLocationsModule {}
