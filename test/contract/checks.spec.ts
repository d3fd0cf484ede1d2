import { testResources } from './resource-tests.js';
import { CHECKS } from './resources/index.js';

/** The widest nouns: beside the others, in a process of their own. */
testResources(CHECKS);
