import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latencyOf, packetLossOf, readPings } from '../../apps/agent/src/probes/icmp-output.js';

/** What real `ping`s have said. */
const recorded = (name: string) => readFileSync(join(__dirname, 'fixtures/ping', `${name}.txt`), 'utf8');

const lost = { type: null, code: null, success: false, rtt: null, ttl: null };

it('reads losses, duplicates and messages of others', () => {
  expect(readPings(recorded('iputils-loss'), 4)).toEqual([
    { sequence: 1, type: 0, code: 0, success: true, rtt: 10.1, ttl: 57 },
    { sequence: 2, ...lost },
    { sequence: 3, type: 0, code: 0, success: true, rtt: 12.3, ttl: 57 },
    { sequence: 4, ...lost, type: 11, code: 0 },
    { sequence: 5, ...lost },
  ]);
});

it.each<[string, 4 | 6, number, object]>([
  ['iputils-unreachable', 4, 2, { ...lost, type: 3, code: 3 }],
  ['iputils-silence', 4, 3, lost],
  ['iputils-ipv6', 6, 2, { type: 129, code: 0, success: true, rtt: expect.any(Number), ttl: 64 }],
  ['iputils-ipv6-unreachable', 6, 1, { ...lost, type: 1, code: 3 }],
  ['busybox', 4, 3, { type: 0, code: 0, success: true, rtt: expect.any(Number), ttl: 64 }],
  ['busybox-ipv6', 6, 2, { type: 129, code: 0, success: true, rtt: expect.any(Number), ttl: 64 }],
  ['busybox-silence', 4, 2, lost],
])('reads %s', (name, family, count, each) => {
  const expected = Array.from({ length: count }, (_, n) => ({ sequence: n + 1, ...each }));
  expect(readPings(recorded(name), family)).toEqual(expected);
});

it.each([
  '',
  'PING 192.0.2.1 (192.0.2.1): 56 data bytes\n',
  '0 packets transmitted, 0 received',
  'garbage\n'.repeat(100),
])('finds no pings in %j', (output) => expect(readPings(output, 4)).toBeNull());

it('counts what came back', () => {
  const pings = readPings(recorded('iputils-loss'), 4)!;
  expect(packetLossOf(pings)).toBe(60);
  expect(latencyOf(pings)).toEqual({ avg: 11.2, min: 10.1, max: 12.3, stdDev: 1.1 });
  const silent = readPings(recorded('iputils-silence'), 4)!;
  expect(packetLossOf(silent)).toBe(100);
  expect(latencyOf(silent)).toEqual({ avg: null, min: null, max: null, stdDev: null });
});
