import { FailureLimit, WindowCounter } from '#http';
import { startApi, type TestAccount, type TestApi } from '#testing';
import { connect, type Socket } from 'node:net';
import { percentile } from '../soak/ledger.js';
import { many } from './api-process.js';

jest.setTimeout(120_000);

/** Headers have 15 s, looked at every 2 s. */
const HEADERS_END_MS = 20_000;

let api: TestApi;
let account: TestAccount;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi();
  account = await api.account();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
});

const opened = async (text?: string): Promise<Socket> => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== undefined) socket.write(text);
  return socket;
};

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** How long ordinary requests take, the 95th percentile in milliseconds. */
async function usual(): Promise<number> {
  const times = await many(100, 4, async () => {
    const startedAt = performance.now();
    (await account.client.get('/v1/variables')).expect(200);
    return performance.now() - startedAt;
  });
  return percentile(times, 0.95);
}

test('slowloris, dripping uploads, stalled readers, idle connections and garbage hold up nobody, and end', async () => {
  await usual();
  // Whatever else this machine does at the moment.
  const tolerable = 500 + 4 * (await usual());
  const memory = process.memoryUsage().rss;
  const keyed = `Host: x\r\nAuthorization: Bearer ${account.apiKey}\r\n`;
  const headers = await many(50, 10, () => opened('GET /v1/checks HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  const upload =
    'POST /v1/variables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n';
  const uploads = await many(50, 10, () => opened(`${upload}\r\n{`));
  await many(50, 10, () => opened(`${upload}Authorization: Bearer ${account.apiKey}\r\n\r\n{`));
  for (const reader of await many(20, 10, () => opened(`GET /docs-json HTTP/1.1\r\n${keyed}\r\n`.repeat(10))))
    reader.pause();
  await many(1_000, 20, () => opened());
  const garbage = await many(50, 10, () =>
    opened(`GET /-/liveness HTTP/1.1\r\nHost: x\r\n\r\n\u0000\u0001garbage\r\n\r\n`.repeat(20)),
  );
  const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('a')), 250);
  for (const socket of [...headers, ...uploads, ...garbage]) socket.resume();
  const startedAt = performance.now();

  await Promise.all(garbage.map((socket) => socket.destroyed || ended(socket)));
  await Promise.all(uploads.map((socket) => socket.destroyed || ended(socket)));
  // Nobody with a key: 401 at once, the rest of the body a moment later.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(await usual()).toBeLessThan(tolerable);
  await Promise.all(headers.map((socket) => socket.destroyed || ended(socket)));
  expect(performance.now() - startedAt).toBeLessThan(HEADERS_END_MS);
  clearInterval(drip);
  expect(await usual()).toBeLessThan(tolerable);
  expect(process.memoryUsage().rss - memory).toBeLessThan(300_000_000);
});

test('anonymous floods cost the database at most the look-ups that an address may fail', async () => {
  const limit = 600;
  const flooded = await startApi({ config: { rateLimit: limit } });
  try {
    const statements: Record<string, number> = {};
    const { pool } = flooded.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    Object.assign(pool, {
      query: (...args: unknown[]) => {
        const name = (args[0] as { name?: string }).name ?? 'other';
        statements[name] = (statements[name] ?? 0) + 1;
        return query(...args);
      },
    });
    const flood = (authorization?: (at: number) => string) =>
      many(2_000, 50, async (at) => {
        const response = await fetch(`${flooded.url}/v1/variables`, {
          headers: authorization ? { authorization: authorization(at) } : {},
        });
        await response.arrayBuffer();
        return response.status;
      });
    expect(new Set(await flood())).toEqual(new Set([401]));
    expect(statements['api_key_grants']).toBeUndefined();
    const malformed = await flood((at) => `Bearer nonsense${at}`);
    expect(statements['api_key_grants']).toBeUndefined();
    expect(malformed.filter((status) => status === 401)).toHaveLength(limit);
    // The same address a minute later.
    Object.assign(flooded.app.get(FailureLimit), { counter: new WindowCounter(60_000) });
    const wrong = await flood((at) => `Bearer sv_${String(at).padStart(32, 'x')}`);
    expect(statements['api_key_grants']).toBeLessThanOrEqual(limit);
    expect([...new Set(wrong)].every((status) => [401, 429, 503].includes(status))).toBe(true);
    await many(2_000, 50, () => fetch(`${flooded.url}/-/readiness`).then((response) => response.arrayBuffer()));
    const background = [
      'service_pulse',
      'partitions_missing',
      'api_key_touch',
      'api_key_grants',
      'schedules_due',
      'private_location_outages_begin',
      'private_location_samples_add',
      'private_location_samples_forget',
      'artifacts_old',
      'other',
    ];
    expect(
      Object.keys(statements).filter((name) => !background.includes(name) && !name.startsWith('retention_')),
    ).toEqual([]);
  } finally {
    await flooded.close();
  }
});
