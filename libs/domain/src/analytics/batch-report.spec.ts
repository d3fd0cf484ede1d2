import { CHECK_TYPES } from '../check/check-type.js';
import { BATCH_METRICS, batchNumbers } from './batch-report.js';

const numbers = Object.fromEntries(BATCH_METRICS.map(({ name }, index) => [name, index]));

describe('batchNumbers', () => {
  it('has latency and packet loss of ICMP checks, and availability alone of heartbeats', () => {
    expect(batchNumbers('URL', numbers)).toEqual({
      availability: 0,
      responseTime_avg: 1,
      responseTime_p50: 2,
      responseTime_p95: 3,
      responseTime_p99: 4,
    });
    expect(batchNumbers('HEARTBEAT', numbers)).toEqual({ availability: 0 });
    expect(batchNumbers('ICMP', numbers)).toEqual({
      availability: 0,
      latency_avg: 5,
      latency_p50: 6,
      latency_p95: 7,
      latency_p99: 8,
      packetLoss_avg: 9,
      packetLoss_p95: 10,
      packetLoss_p99: 11,
    });
  });

  it.each(CHECK_TYPES)('says null of a %s check without data', (type) => {
    const values = Object.values(batchNumbers(type, {}));
    expect(values).toEqual(values.map(() => null));
  });
});
