import type { Socket } from 'node:net';
import { RequestFailure, type Outcome, type Probe } from '#agent';
import { createApiProbe } from '../../apps/agent/src/probes/api.js';
import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import type { CheckType } from '#domain';
import { apiRequestOf } from './ask-api.js';
import { at } from './ask-url.js';
import { eventually } from './eventually.js';
import { drip, HEAD, HOSTILE } from './hostile-targets.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { httpTarget, stopTargets, tcpTarget } from './targets.js';

const faults: unknown[] = [];
const fault = (error: unknown) => faults.push(error);

beforeAll(() => process.on('uncaughtException', fault).on('unhandledRejection', fault));
afterAll(async () => {
  await stopTargets();
  process.off('uncaughtException', fault).off('unhandledRejection', fault);
});

const PROBES: [CheckType, Probe][] = [
  ['URL', createUrlProbe()],
  ['API', createApiProbe()],
];

const run = (type: CheckType, probe: Probe, port: number, signal?: AbortSignal): Promise<Outcome> =>
  runProbe(probe, leasedCheck(type, apiRequestOf({ url: at(port) })), {}, signal);

describe.each(PROBES)('a %s check of a target that', (type, probe) => {
  it.each(HOSTILE)('%s ends in words', async (_name, behaviour, words) => {
    const port = await tcpTarget(behaviour);
    const outcome = await run(type, probe, port);
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain(words);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends its header byte by byte', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nA: ', 'a', 20)],
    ['sends its body byte by byte', (socket) => drip(socket, `${HEAD}\r\n`, 'a', 20)],
    ['sends a packed body byte by byte', (socket) => drip(socket, `${HEAD}Content-Encoding: gzip\r\n\r\n\x1f`, '', 20)],
  ])('%s ends when its time is up, and lets go of the connection', async (_name, behaviour) => {
    let [asked, closed] = [false, false];
    const port = await tcpTarget((socket) => {
      socket.once('data', () => {
        asked = true;
        behaviour(socket);
      });
      socket.once('close', () => (closed = true));
    });
    const controller = new AbortController();
    const outcome = run(type, probe, port, controller.signal);
    await eventually('the request', () => asked);
    setTimeout(() => controller.abort(new RequestFailure('Time is up', { networkError: true })), 60);
    expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    await eventually('the end of the connection', () => closed);
  });
});

describe('after all of them', () => {
  it.each(PROBES)(
    'a %s check of a good target passes, and nothing has fallen outside the checks',
    async (type, probe) => {
      const port = await httpTarget((_request, response) => response.end('well'));
      expect(await run(type, probe, port)).toMatchObject({ statusCode: 200, requestError: null });
      expect(faults).toEqual([]);
    },
  );
});
