import { DEFAULT_LOCATION_ICON } from '#domain';
import { EXAMPLE_LOCATION_ID, type NewPrivateLocation } from '../private-locations/index.js';

/** Checks that name no location run here, where it exists. */
export const DEFAULT_SLUG = 'default';

/** The location of the first agent. */
export const DEFAULT_LOCATION: NewPrivateLocation = {
  id: EXAMPLE_LOCATION_ID,
  name: 'Default location',
  slugName: DEFAULT_SLUG,
  icon: DEFAULT_LOCATION_ICON,
  proxyUrl: null,
};
