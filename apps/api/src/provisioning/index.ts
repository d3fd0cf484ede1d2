export { Provisioning, type NewLocation, type NewServiceKey, type NewUserKey } from './provisioning.js';
export type { BootstrapOptions, BootstrapResult } from './bootstrap.js';
export { DEFAULT_SLUG } from './default-location.js';
export { EXAMPLE_CHECK_IDS } from '../checks/index.js';
export { EXAMPLE_CHECK_ID, EXAMPLE_LOCATION_ID, EXAMPLE_VARIABLE_KEY } from './examples.js';
export { freshExamples } from './fresh-examples.js';
