import { testResources } from './resource-tests.js';
import { CHECKS, NETWORK_CHECKS, RESOURCES } from './resources/index.js';

testResources(RESOURCES.filter((resource) => ![...CHECKS, ...NETWORK_CHECKS].includes(resource)));
