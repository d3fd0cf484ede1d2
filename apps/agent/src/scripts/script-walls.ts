/**
 * The part of a scripts' process that takes away, before they run, what could do harm outside of it and is not denied by Node's
 * permission model: signals to other processes (one of them opens the debugger of an agent), priorities, local sockets, and TCP
 * connections to fenced addresses, asked after each look-up. A list that cannot be read denies everything.
 *
 * These last two are walls of JavaScript, and there is none for UDP: what scripts must not reach belongs behind the
 * network's own rules.
 */
export const WALLS = String.raw`
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';

const denied = () => {
  throw new Error('Scripts may not do this');
};
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', 'dlopen', 'binding', '_linkedBinding'])
  Object.defineProperty(process, name, { value: denied, writable: false, configurable: false });
Object.defineProperty(os, 'setPriority', { value: denied, writable: false, configurable: false });

// An agent that was killed ends nobody: whoever has another parent now is an orphan. One that is busy is left to the kernel.
const parent = process.ppid;
const leave = process.reallyExit.bind(process);
setInterval(() => process.ppid !== parent && leave(1), 500).unref();

const fence = new net.BlockList();
let isFenced = (address) => net.isIP(address) !== 0 && fence.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');
try {
  for (const entry of order.denyTargets) {
    const [address, length = net.isIPv6(entry) ? '128' : '32'] = entry.trim().split('/');
    fence.addSubnet(address, Number(length), net.isIPv6(address) ? 'ipv6' : 'ipv4');
  }
} catch {
  isFenced = () => true;
}
const refusal = (address) => Object.assign(new Error('Scripts may not connect to ' + address), { code: 'ERR_DENIED_TARGET' });
const { connect } = net.Socket.prototype;
const connectFenced = function (...args) {
  const normalized = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  const [options] = normalized;
  if (options.path || options.pipe) throw refusal('local sockets');
  if (isFenced(options.host ?? 'localhost')) throw refusal(options.host);
  const find = options.lookup ?? dns.lookup;
  const lookup = (host, how, done) =>
    find(host, how, (error, found, family) => {
      const bad = error ? undefined : [found].flat().map((each) => each?.address ?? each).find(isFenced);
      if (bad === undefined) done(error, found, family);
      else done(refusal(bad));
    });
  normalized[0] = { ...options, lookup };
  return connect.call(this, normalized);
};
Object.defineProperty(net.Socket.prototype, 'connect', { value: connectFenced, writable: false, configurable: false });
syncBuiltinESMExports();
`;
