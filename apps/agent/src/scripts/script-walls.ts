/**
 * The part of a scripts' process that takes away, before they run, what could do harm outside of it and is not denied by Node's
 * permission model: signals to other processes (one of them opens the debugger of an agent), priorities, local sockets, and TCP
 * connections to fenced addresses. A list that cannot be read denies everything.
 *
 * Connections are denied where they leave JavaScript, with the address that is then connected to: no look-up and no options
 * come after it. What asks there uses no methods, iterators or prototypes that a script could have put others in place of.
 *
 * There is no wall for UDP, and a fault in Node may open a hole in this one: what scripts must not reach belongs behind the
 * network's own rules.
 */
export const WALLS = String.raw`
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import { getSystemErrorMap } from 'node:util';

const { apply, defineProperty, getPrototypeOf } = Reflect;
const wall = (owner, name, value) => defineProperty(owner, name, { value, writable: false, configurable: false });
const denied = () => {
  throw new Error('Scripts may not do this');
};
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', 'dlopen', 'binding', '_linkedBinding'])
  wall(process, name, denied);
wall(os, 'setPriority', denied);
syncBuiltinESMExports();

// An agent that was killed ends nobody: whoever has another parent now is an orphan. One that is busy is left to the kernel.
const parent = process.ppid;
const leave = process.reallyExit.bind(process);
setInterval(() => process.ppid !== parent && leave(1), 500).unref();

const [REFUSED] = [...getSystemErrorMap()].find(([, [name]]) => name === 'EACCES');
const refuse = (what) => {
  log('WARN', 'Scripts may not connect to ' + what);
  return REFUSED;
};
const Bytes = Uint8Array;
const DIGITS = Object.assign(Object.create(null), Object.fromEntries(Array.from('0123456789abcdef', (digit, value) => [digit, value])));
for (const digit of 'abcdef') DIGITS[digit.toUpperCase()] = DIGITS[digit];

// Reads an IPv4 address that begins at a place of the text and is all of its rest; false when it is none.
function readV4(text, from, bytes, to) {
  let octets = 0;
  let octet = 0;
  let digits = 0;
  for (let at = from; at <= text.length; at += 1) {
    if (at === text.length || text[at] === '.') {
      if (digits === 0 || octet > 255 || octets === 4) return false;
      bytes[to + octets] = octet;
      octets += 1;
      octet = digits = 0;
    } else {
      if (!(DIGITS[text[at]] < 10)) return false;
      octet = octet * 10 + DIGITS[text[at]];
      digits += 1;
    }
  }
  return octets === 4;
}
function v4Of(text) {
  const bytes = new Bytes(4);
  return readV4(text, 0, bytes, 0) ? bytes : null;
}
// A zone behind a percent sign does not count.
function v6Of(text) {
  const bytes = new Bytes(16);
  let to = 0;
  let gap = -1;
  let group = 0;
  let digits = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const isEnd = at === text.length || text[at] === '%';
    if (isEnd || text[at] === ':') {
      if (digits > 0) {
        if (to > 14) return null;
        bytes[to] = group >> 8;
        bytes[to + 1] = group & 255;
        to += 2;
        group = digits = 0;
      } else if (!isEnd && at > 0) {
        if (gap !== -1) return null;
        gap = to;
      }
      if (isEnd) break;
      start = at + 1;
    } else if (text[at] === '.') {
      if (to > 12 || !readV4(text, start, bytes, to)) return null;
      to += 4;
      break;
    } else {
      if (DIGITS[text[at]] === undefined || digits === 4) return null;
      group = group * 16 + DIGITS[text[at]];
      digits += 1;
    }
  }
  if (gap === -1) return to === 16 ? bytes : null;
  for (let from = to - 1, end = 15; from >= gap && end > from; from -= 1, end -= 1) {
    bytes[end] = bytes[from];
    bytes[from] = 0;
  }
  return bytes;
}

function holds(range, bytes) {
  for (let bit = 0; bit < range.prefix; bit += 8) {
    const mask = range.prefix - bit >= 8 ? 255 : 256 - 2 ** (8 - (range.prefix - bit));
    if (((range.bytes[bit / 8] ^ bytes[bit / 8]) & mask) !== 0) return false;
  }
  return true;
}
function fence(handle, name, read, length) {
  const connect = handle[name];
  const ranges = order.fence.filter(({ bytes }) => bytes.length === length);
  wall(handle, name, function (request, address, port) {
    const bytes = typeof address === 'string' ? read(address) : null;
    if (bytes === null) return refuse(address);
    for (let at = 0; at < ranges.length; at += 1) if (holds(ranges[at], bytes)) return refuse(address);
    return apply(connect, this, [request, address, port]);
  });
}
// Connecting begins with the next tick: by then it is given up.
const socket = new net.Socket();
socket.connect(9, '127.0.0.1');
const tcp = getPrototypeOf(socket._handle);
socket.destroy();
fence(tcp, 'connect', v4Of, 4);
fence(tcp, 'connect6', v6Of, 16);
// Standard input is a local socket.
const pipe = getPrototypeOf(new net.Socket({ fd: 0, manualStart: true })._handle);
for (const name of ['connect', 'bind']) wall(pipe, name, () => refuse('local sockets'));
`;
