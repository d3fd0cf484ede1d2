import { LocalThrottleStorage } from './throttle-storage.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

afterEach(() => jest.restoreAllMocks());

it('forgets short windows while long ones go on', async () => {
  let now = 1_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const storage = new LocalThrottleStorage();
  await storage.increment('a day', DAY_MS, 300);
  await storage.increment('another day', DAY_MS, 300);
  for (let at = 0; at < 10_000; at += 1) {
    await storage.increment(`key ${at}`, MINUTE_MS, 600);
    now += 1_000;
  }
  expect(storage.size).toBeLessThan(200);
  expect(await storage.increment('a day', DAY_MS, 300)).toMatchObject({ totalHits: 2 });
});
