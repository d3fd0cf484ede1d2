import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createScripts } from '../../apps/agent/src/scripts/run-scripts.js';
import type { ScriptRequest } from '../../apps/agent/src/scripts/script.js';
import { leasedCheck, probeContext } from './probe-run.js';

const REQUEST: ScriptRequest = { method: 'GET', url: 'http://a/', body: '', headers: [], queryParameters: [] };

const run = (source: string, denyTargets: string[]) => {
  const check = leasedCheck('API', {}, { scripts: { setUp: [{ source }], tearDown: [] } });
  const context = probeContext(check, { denyTargets });
  return createScripts().setUp(REQUEST, new Map(), context, new AbortController().signal);
};

describe('a script cannot connect to what is fenced off:', () => {
  const reached: string[] = [];
  const server = createServer((socket) => reached.push(String(socket.localAddress)));
  let port: number;
  const denyTargets = ['169.254.0.0/16', '127.0.0.0/8', '::1'];
  beforeAll(async () => {
    // Of both families, where there are both.
    server.listen(0);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  /** How one connection ends. */
  const END = `const end = (socket) => new Promise((resolve) =>
    socket.once('connect', () => resolve('connected')).once('error', ({ code }) => resolve(code)));
    const { connect, Socket } = require('net');`;
  const ends = async (attempts: string, denied = denyTargets) => {
    const { error, request, jobLog } = await run(`${END} ${attempts}`, denied);
    return { error, body: request.body, log: jobLog.map(({ msg }) => msg).join('\n') };
  };

  it.each<[string, string]>([
    ['await fetch("http://127.0.0.1:PORT/")', '127.0.0.1'],
    ['await fetch("http://localhost:PORT/")', '(127.0.0.1|::1)'],
    ['await fetch("http://2130706433:PORT/")', '127.0.0.1'],
    ['await fetch("http://[::ffff:127.0.0.1]:PORT/")', '::ffff:7f00:1'],
    ['await fetch("http://169.254.169.254/latest")', '169.254.169.254'],
    ['return end(require("net").connect(PORT, "127.0.0.1"))', '127.0.0.1'],
    ['return end(new (require("net").Socket)().connect({ port: PORT, host: "127.0.0.1" }))', '127.0.0.1'],
    ['return end(require("tls").connect(PORT, "127.0.0.1"))', '127.0.0.1'],
    ['return end(require("http").get("http://127.0.0.1:PORT/"))', '127.0.0.1'],
    ['return end(require("net").connect("/var/run/docker.sock"))', 'local sockets'],
    ['return end(require("net").createServer().listen("/tmp/pharos-hostile.sock"))', 'local sockets'],
  ])('%s', async (attempt, target) => {
    const attempts = `request.body = await (async () => { ${attempt.replace('PORT', String(port))} })()
      .catch(({ cause }) => cause.code ?? cause.errors[0].code)`;
    const { error, body, log } = await ends(attempts);
    expect([error, body, log]).toEqual([
      null,
      'EACCES',
      expect.stringMatching(new RegExp(`^Scripts may not connect to ${target}$`, 'm')),
    ]);
  });

  it('in any spelling', async () => {
    const hosts = [
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '::',
      '::1',
      '0:0:0:0:0:0:0:1',
      '::ffff:127.0.0.1',
      '::FFFF:7F00:1',
      '::127.0.0.1',
      '64:ff9b::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::1',
      '169.254.1.1',
      '64:ff9b::a9fe:101',
      '2002:a9fe:0101:1:2:3:4:5',
    ];
    const each = `const all = {}; for (const host of ${JSON.stringify(hosts)})
      all[host] = await end(require('net').connect({ host, port: ${port} })); request.body = all;`;
    const { body } = await ends(each);
    expect(JSON.parse(body)).toEqual(Object.fromEntries(hosts.map((host) => [host, 'EACCES'])));
  });

  it.each([
    'net.isIP = () => 0; net.isIPv4 = net.isIPv6 = () => false; net.BlockList.prototype.check = () => false;',
    'Array.prototype.find = Array.prototype.some = () => undefined; Array.prototype[Symbol.iterator] = function* () {};',
    'Reflect.apply = () => 0; Function.prototype.call = Function.prototype.apply = () => 0;',
    'Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "length", { get: () => 0 });',
    'String.prototype.split = () => []; RegExp.prototype.exec = () => null; Number.parseInt = () => 1;',
    'Object.getPrototypeOf(new net.Socket().connect(9, "127.0.0.1")._handle).connect = () => 0;',
    'Object.defineProperty(Object.prototype, "prefix", { get: () => 0, set() {} });',
  ])('whatever is put in place of what: %s', async (trick) => {
    reached.length = 0;
    await ends(`const net = require('net'); try { ${trick} } catch {}
      await end(connect(${port}, '127.0.0.1')); await end(connect(${port}, '::1'));`);
    expect(reached).toEqual([]);
  });

  it.each([
    `{ port: PORT, get host() { return (this.asked = (this.asked ?? 0) + 1) > 1 ? '127.0.0.1' : '127.0.0.2'; } }`,
    `{ port: PORT, host: 'a.example', lookup: (host, how, done) => {
       let asked = 0; done(null, [{ family: 4, get address() { return (asked += 1) > 1 ? '127.0.0.1' : '127.0.0.2'; } }]); } }`,
    `{ port: PORT, host: { toString: () => '127.0.0.1' } }`,
  ])('by options that change: %s', async (options) => {
    reached.length = 0;
    const denied = ['127.0.0.1/32', '::1'];
    await ends(
      `const socket = new Socket(); const ended = end(socket);
       try { socket.connect(${options.replace('PORT', String(port))}); await ended } catch {}`,
      denied,
    );
    expect(reached.filter((address) => !address.endsWith('127.0.0.2'))).toEqual([]);
  });

  it('and to nothing where the list cannot be read, but to everything else', async () => {
    const local = `request.body = await end(require('net').connect(${port}, '127.0.0.1'))`;
    expect(await ends(local, ['nonsense'])).toMatchObject({ body: 'EACCES' });
    expect(await ends(local, ['10.0.0.0/8', '127.0.0.0/32', '::1'])).toMatchObject({ body: 'connected', log: '' });
  });
});
