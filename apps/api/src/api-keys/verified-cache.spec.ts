import type { Notifications } from '#persistence';
import { VerifiedCache } from './verified-cache.js';

type Subscription = Parameters<Notifications['listen']>[0];

let heard: Subscription;
let notifications: { connected: boolean; listen(subscription: Subscription): void };
let cache: VerifiedCache<string>;
const load = jest.fn<Promise<string | null>, []>();

beforeEach(() => {
  notifications = { connected: true, listen: (subscription) => void (heard = subscription) };
  cache = new VerifiedCache(notifications as unknown as Notifications, 'channel');
  load.mockReset().mockResolvedValue('grant');
});

describe('VerifiedCache', () => {
  it('asks once', async () => {
    expect(await cache.of('hash', load)).toBe('grant');
    expect(await cache.of('hash', load)).toBe('grant');
    expect(load).toHaveBeenCalledTimes(1);
    expect(cache.get('other')).toBeNull();
  });

  it('asks again for what is unknown', async () => {
    load.mockResolvedValue(null);
    expect(await cache.of('hash', load)).toBeNull();
    await cache.of('hash', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('forgets the key that is named, and everything after notifications were missed', async () => {
    for (const hash of ['one', 'two']) await cache.of(hash, load);
    heard.heard('one');
    expect([cache.get('one'), cache.get('two')]).toEqual([null, 'grant']);
    heard.missed();
    expect(cache.get('two')).toBeNull();
  });

  it('does not keep what was loaded while a key was dropped', async () => {
    load.mockImplementation(async () => {
      heard.heard('hash');
      return 'revoked meanwhile';
    });
    await cache.of('hash', load);
    expect(cache.get('hash')).toBeNull();
  });

  it('believes nothing while notifications do not arrive', async () => {
    await cache.of('hash', load);
    notifications.connected = false;
    expect(cache.get('hash')).toBeNull();
  });

  it('believes a grant no longer than it lasts, and 5 seconds at most', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await cache.of('short', load, () => 1_000_500);
    await cache.of('long', load);
    now.mockReturnValue(1_000_501);
    expect([cache.get('short'), cache.get('long')]).toEqual([null, 'grant']);
    now.mockReturnValue(1_005_001);
    expect(cache.get('long')).toBeNull();
    now.mockRestore();
  });
});
