import { testResources } from './resource-tests.js';
import { NETWORK_CHECKS } from './resources/index.js';

/** As wide as the other types: in a process of their own. */
testResources(NETWORK_CHECKS);
