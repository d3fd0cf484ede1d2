import { collectDefaultMetrics, Registry } from 'prom-client';

/** How finely the event loop is watched: a timer in each of so many milliseconds is not free. */
const PRECISION_MS = 20;

let registry: Registry | undefined;

/**
 * CPU, memory, garbage collection and event-loop lag under the names that stock dashboards know. Of the process, not of the
 * application, so there is one; and watched from the first time that somebody asks, so that nobody else pays for it.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION_MS });
  // Anybody may read these: which version of Node runs is for the operator alone.
  registry.removeSingleMetric('nodejs_version_info');
  return registry;
}
