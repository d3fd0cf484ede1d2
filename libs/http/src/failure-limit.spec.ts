import { HttpException } from '@nestjs/common';
import { FailureLimit } from './failure-limit.js';

let limit: FailureLimit;
beforeEach(() => (limit = new FailureLimit({ accountHeaders: [], rateLimit: 3 })));

const refusal = (address: string): number | undefined => {
  try {
    limit.attempt(address).settled();
    return undefined;
  } catch (error) {
    return (error as HttpException).getStatus();
  }
};

describe('FailureLimit', () => {
  it('counts what failed, and nothing else', () => {
    for (let time = 0; time < 10; time += 1) limit.attempt('1.2.3.4').settled();
    for (let time = 0; time < 3; time += 1) limit.attempt('1.2.3.4').failed();
    expect(refusal('1.2.3.4')).toBe(429);
    expect(refusal('1.2.3.5')).toBeUndefined();
  });

  it('lets no more look-ups begin than may fail, so that a flood in one moment costs no more than a slow one', () => {
    const begun = [limit.attempt('1.2.3.4'), limit.attempt('1.2.3.4'), limit.attempt('1.2.3.4')];
    expect(refusal('1.2.3.4')).toBe(503);
    begun[0]!.settled();
    expect(refusal('1.2.3.4')).toBeUndefined();
    begun[1]!.failed();
    begun[2]!.failed();
    expect(refusal('1.2.3.4')).toBeUndefined();
    limit.attempt('1.2.3.4').failed();
    expect(refusal('1.2.3.4')).toBe(429);
  });

  it('takes the addresses of one IPv6 network for one', () => {
    for (const last of ['1', '2', '3']) limit.attempt(`2001:db8:0:7::${last}`).failed();
    expect(refusal('2001:db8:0:7:ffff::9')).toBe(429);
    expect(refusal('2001:db8:0:8::1')).toBeUndefined();
    for (const last of ['1', '2', '3']) limit.attempt(`::ffff:10.0.0.${last}`).failed();
    expect(refusal('::ffff:10.0.0.4')).toBeUndefined();
  });

  it('is off with the other limits', () => {
    limit = new FailureLimit({ accountHeaders: [], rateLimit: 'off' });
    for (let time = 0; time < 10; time += 1) limit.attempt('1.2.3.4').failed();
    expect(refusal('1.2.3.4')).toBeUndefined();
  });
});
