export { CapacityService } from './capacity.service.js';
export { PrivateLocationsModule } from './private-locations.module.js';
export {
  PrivateLocationsService,
  type IssuedLocationKey,
  type NewPrivateLocation,
} from './private-locations.service.js';
export { EXAMPLE_LOCATION_ID } from './private-locations.dto.js';
export { LocationKeys } from './location-keys.js';
export { newLocationKey } from './key-material.js';
export { LocationKeyHashRow, LocationKeyRow } from './location-key.entity.js';
export type { LocationDetails } from './private-locations.queries.js';
export { PrivateLocationRow } from './private-location.entity.js';
export { DELETED_KEYS_CHANNEL } from './private-locations.repository.js';
