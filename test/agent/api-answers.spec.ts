import type { OutgoingHttpHeaders } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { RequestFailure } from '#agent';
import { ALL_BODIES_LIMIT, sharedRoom } from '../../apps/agent/src/probes/body-room.js';
import { API_BODY_KEPT, MOST_VALUES } from '../../apps/agent/src/probes/api-response.js';
import { BODY_READ_LIMIT } from '../../apps/agent/src/probes/read-body.js';
import type { ApiRequest } from '#domain';
import { askApi, assertion, type ApiOutcome } from './ask-api.js';
import { at } from './ask-url.js';
import { eventually } from './eventually.js';
import { httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

async function answered(
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
  request: Partial<ApiRequest> = {},
): Promise<ApiOutcome> {
  const port = await httpTarget((_request, response) => response.writeHead(200, headers).end(body));
  return askApi({ url: at(port), ...request });
}

const TEXT = '{"héllo":"wörld"}';
const readsAll = [assertion('TEXT_BODY', 'EQUALS', TEXT)];

describe('an encoded body', () => {
  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', Buffer.from],
  ])('of type %s is decoded', async (encoding, encode) => {
    const outcome = await answered({ 'Content-Encoding': encoding }, encode(TEXT), { assertions: readsAll });
    expect(outcome.assertions).toMatchObject([{ passed: true }]);
    expect(outcome.detail.response).toMatchObject({ body: TEXT, truncated: false });
  });

  it('comes in many pieces', async () => {
    const packed = gzipSync(TEXT);
    const port = await httpTarget((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const next = (from: number) => {
        if (from >= packed.length) response.end();
        else response.write(packed.subarray(from, from + 1), () => next(from + 1));
      };
      next(0);
    });
    expect((await askApi({ url: at(port) })).detail.response?.body).toBe(TEXT);
  });

  it.each(['gzip', 'br', 'deflate'])(
    'that says %s and is not fails the check, not as the network',
    async (encoding) => {
      const outcome = await answered({ 'Content-Encoding': encoding }, 'x'.repeat(100));
      expect(outcome).toMatchObject({ statusCode: null, networkError: false });
      expect(outcome.requestError).toContain(`The body is not valid ${encoding}`);
    },
  );

  it('that ends too early fails the check', async () => {
    const packed = gzipSync('x'.repeat(10_000));
    const outcome = await answered({ 'Content-Encoding': 'gzip' }, packed.subarray(0, packed.length - 12));
    expect(outcome.requestError).toContain('The body is not valid gzip');
  });

  it.each(['zstd', 'gzip, br'])('of type %s is left as it came', async (encoding) => {
    const { detail } = await answered({ 'Content-Encoding': encoding }, 'packed');
    expect(detail.response?.body).toBe('packed');
  });

  it('may be none at all', async () => {
    const { statusCode } = await answered({ 'Content-Encoding': 'gzip' }, '', { method: 'HEAD' });
    expect(statusCode).toBe(200);
    expect((await answered({ 'Content-Encoding': 'br' }, '')).detail.response?.body).toBe('');
  });

  it('that grows without end is read to the limit, and memory does not follow it', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
    const before = process.memoryUsage.rss();
    const outcome = await answered({ 'Content-Encoding': 'gzip' }, bomb, {
      assertions: [assertion('JSON_BODY', 'NOT_NULL', '', '$.a'), assertion('STATUS_CODE', 'EQUALS', '200')],
    });
    expect(outcome.assertions.map(({ passed }) => passed)).toEqual([false, true]);
    expect(outcome.assertions[0]?.message).toContain(`longer than what is read: ${BODY_READ_LIMIT} bytes`);
    expect(outcome.detail.response?.truncated).toBe(true);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('many large bodies at a time', () => {
  it('share the room there is, and give it back', async () => {
    const size = 20 * 1024 * 1024;
    const body = Buffer.from(`"${'x'.repeat(size - 2)}"`);
    const port = await httpTarget((_request, response) => response.end(body));
    const ask = () => askApi({ url: at(port), assertions: [assertion('JSON_BODY', 'NOT_EMPTY')] });
    const all = await Promise.all(Array.from({ length: Math.ceil(ALL_BODIES_LIMIT / size) + 1 }, ask));
    const messages = all.map(({ assertions }) => assertions[0]?.message ?? null);
    expect(messages.filter((message) => message === null).length).toBeGreaterThan(0);
    for (const message of messages.filter((one) => one !== null)) expect(message).toContain('of all runs at a time');
    expect(sharedRoom.used).toBe(0);
    expect((await ask()).assertions).toMatchObject([{ passed: true }]);
  });

  it('give it back also when they are cut, broken or abandoned', async () => {
    const large = Buffer.alloc(1024 * 1024, 'x');
    const cut = await httpTarget((_request, response) => {
      response.writeHead(200, { 'Content-Length': large.length * 2 }).write(large, () => response.destroy());
    });
    const broken = await httpTarget((_request, response) => {
      const packed = gzipSync(randomBytes(1024 * 1024));
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed.subarray(0, packed.length - 8));
    });
    const abandoned = await httpTarget((_request, response) => response.writeHead(200).write(large));
    const assertions = [assertion('TEXT_BODY', 'NOT_EMPTY')];
    expect((await askApi({ url: at(cut), assertions })).requestError).toContain('before the answer was complete');
    expect((await askApi({ url: at(broken), assertions })).requestError).toContain('not valid gzip');
    const controller = new AbortController();
    const run = askApi({ url: at(abandoned), assertions }, { signal: controller.signal });
    await eventually('the body', () => sharedRoom.used > 0);
    controller.abort(new RequestFailure('Time is up', { networkError: true }));
    expect((await run).requestError).toBe('Time is up');
    await eventually('the room', () => sharedRoom.used === 0);
  });
});

it('a body that is still being decoded when its run is given up gives its room back', async () => {
  const packed = gzipSync(Buffer.alloc(BODY_READ_LIMIT - 1));
  const port = await httpTarget((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
  });
  const controller = new AbortController();
  const run = askApi(
    { url: at(port), assertions: [assertion('TEXT_BODY', 'NOT_EMPTY')] },
    { signal: controller.signal },
  );
  // Decoding takes many turns, and waits for none of a timer.
  while (sharedRoom.used === 0) await setImmediate();
  controller.abort(new RequestFailure('Time is up', { networkError: true }));
  expect((await run).requestError).toBe('Time is up');
  expect(sharedRoom.used).toBe(0);
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(sharedRoom.used).toBe(0);
});

describe('a body of very many values', () => {
  it('does not hold up the agent', async () => {
    const body = `[${'[],'.repeat(8 * 1024 * 1024)}1]`;
    const port = await httpTarget((_request, response) => response.end(body));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { assertions } = await askApi({
      url: at(port),
      assertions: [assertion('JSON_BODY', 'NOT_NULL', '', '$[0]')],
    });
    delay.disable();
    expect(assertions[0]?.message).toContain(`the body has more than ${MOST_VALUES} values`);
    expect(delay.max / 1e6).toBeLessThan(1_000);
  });
});

describe('the body of a result', () => {
  it('is cut, and says so', async () => {
    const long = 'x'.repeat(API_BODY_KEPT + 1);
    for (const assertions of [[], [assertion('TEXT_BODY', 'EQUALS', long)]]) {
      const { detail, assertions: judged } = await answered({}, long, { assertions });
      expect(detail.response).toMatchObject({ truncated: true });
      expect(detail.response?.body).toHaveLength(API_BODY_KEPT);
      expect(judged.every(({ passed }) => passed)).toBe(true);
    }
    const { detail } = await answered({}, long.slice(1));
    expect(detail.response).toMatchObject({ truncated: false });
  });

  it.each([
    [
      'image/png',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
      { bodyEncoding: 'base64', body: 'iVBORwAB', truncated: false },
    ],
    ['image/png', Buffer.alloc(API_BODY_KEPT + 1, 1), { bodyEncoding: 'base64', body: '', truncated: true }],
    ['image/svg+xml', Buffer.from('<svg/>'), { body: '<svg/>', truncated: false }],
    ['application/pdf', Buffer.from('%PDF'), { body: '', truncated: true }],
    ['video/mp4', Buffer.from('abc'), { body: '', truncated: true }],
    ['application/octet-stream', Buffer.from('abc'), { body: '', truncated: true }],
    ['application/json', Buffer.from('{}'), { body: '{}', truncated: false }],
    ['text/plain; charset=iso-8859-1', Buffer.from([0x68, 0xe9]), { body: 'hé', truncated: false }],
    ['text/plain', Buffer.from('a\0b'), { body: '', truncated: true }],
  ])('of type %s', async (type, body, shown) => {
    const { detail } = await answered({ 'Content-Type': type }, body);
    expect(detail.response).toMatchObject(shown);
    expect(detail.response && 'bodyEncoding' in detail.response).toBe(type === 'image/png');
  });

  it('is asserted on also where it is binary', async () => {
    const assertions = [assertion('TEXT_BODY', 'CONTAINS', 'PDF-1.7'), assertion('TEXT_BODY', 'CONTAINS', '2.0')];
    const outcome = await answered({ 'Content-Type': 'application/pdf' }, '%PDF-1.7', { assertions });
    expect(outcome.assertions.map(({ passed }) => passed)).toEqual([true, false]);
    expect(outcome.detail.response?.body).toBe('');
  });
});
