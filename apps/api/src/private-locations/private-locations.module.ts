import { LocationKeyVerifier } from '#http';
import { Global, Module } from '@nestjs/common';
import { LocationKeys } from './location-keys.js';
import { PrivateLocationsController } from './private-locations.controller.js';
import { PrivateLocationsQueries } from './private-locations.queries.js';
import { PrivateLocationsRepository } from './private-locations.repository.js';
import { PrivateLocationsService } from './private-locations.service.js';

/** Global: the guard asks for the keys of agents. */
@Global()
@Module({
  controllers: [PrivateLocationsController],
  providers: [
    PrivateLocationsService,
    PrivateLocationsRepository,
    PrivateLocationsQueries,
    LocationKeys,
    { provide: LocationKeyVerifier, useExisting: LocationKeys },
  ],
  exports: [PrivateLocationsService, LocationKeys, LocationKeyVerifier],
})
export class PrivateLocationsModule {}
