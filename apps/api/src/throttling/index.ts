export { RedisThrottleStorage } from './redis-throttle-storage.js';
