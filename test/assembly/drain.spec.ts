import { createTestDatabase, type TestDatabase } from '#testing';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { apiProcess, bearer, deployment, type ApiProcess, type Deployment } from './api-process.js';
import { build } from './built.js';

jest.setTimeout(120_000);

const DRAIN_SECONDS = 2;
const CONNECTIONS = 16;
/** What a client sees that came in the very moment in which the port closed. */
const UNSEEN = 'not accepted';

let database: TestDatabase;
let of: Deployment;
let api: ApiProcess;

beforeAll(async () => {
  await build();
  database = await createTestDatabase();
  of = deployment(database.url);
  api = await apiProcess(of, 'api', { PHAROS_DRAIN_SECONDS: `${DRAIN_SECONDS}` });
  await api.start();
});
afterAll(async () => {
  await api.stop('SIGKILL');
  await database.drop();
  of.remove();
});

interface Outcome {
  /** HTTP status, or the code of the network error. */
  result: string;
  closes: boolean;
  at: number;
}

/** A client with its own keep-alive connection that honours `Connection: close`, as node's agent does. */
function send(agent: Agent, path: string, body?: object): Promise<Outcome> {
  return new Promise((resolve) => {
    const method = body ? 'POST' : 'GET';
    const key = path.startsWith('/agent') ? of.locationKey : of.apiKey;
    const headers = { ...bearer(key), ...(body && { 'content-type': 'application/json' }) };
    const sent = request(api.url + path, { agent, method, headers }, (response) => {
      const closes = response.headers.connection === 'close';
      response.once('error', () => resolve({ result: 'cut off', closes, at: performance.now() }));
      response.once('end', () => resolve({ result: `${response.statusCode}`, closes, at: performance.now() }));
      response.resume();
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // Connections that the system holds when the port closes and that the process never got to see are reset by the system.
      const unseen = error.code === 'ECONNRESET' && !sent.reusedSocket;
      resolve({ result: unseen ? UNSEEN : (error.code ?? error.message), closes: false, at: performance.now() });
    });
    sent.end(body && JSON.stringify(body));
  });
}

test('SIGTERM under load: readiness 503 at once, everything accepted is answered, long polls end, exit code 0', async () => {
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  const loops = Array.from({ length: CONNECTIONS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over.signal.aborted) {
      const outcome = await send(agent, '/v1/variables');
      outcomes.push(outcome);
      if (outcome.result === 'ECONNREFUSED') break;
    }
    agent.destroy();
  });
  const lease = { agentId: crypto.randomUUID(), capacity: 1, checkTypes: ['URL'], runtimes: [], waitSeconds: 25 };
  const poll = send(new Agent({ keepAlive: true }), '/agent/v1/leases', { ...lease, version: '0.1.0' });
  while (outcomes.length < 200) await delay(10);

  const signalledAt = performance.now();
  const exit = api.stop('SIGTERM');
  const probe = new Agent({ keepAlive: false });
  const readiness: string[] = [];
  while (readiness.at(-1) !== 'ECONNREFUSED') readiness.push((await send(probe, '/-/readiness')).result);
  const code = await exit;
  over.abort();
  await Promise.all(loops);

  expect(code).toBe(0);
  // The signal takes a moment to arrive; from then on it is 503 until the port is closed.
  expect(readiness.join(' ')).toMatch(/^(200 ){0,20}(503 ){3,}(not accepted )?ECONNREFUSED$/);
  const unseen = outcomes.filter((outcome) => outcome.result === UNSEEN);
  const answered = outcomes.filter((outcome) => outcome.result !== UNSEEN);
  expect([...new Set(answered.map((outcome) => outcome.result))].toSorted()).toEqual(['200', 'ECONNREFUSED']);
  const closedAt = Math.min(...outcomes.filter((outcome) => outcome.result === 'ECONNREFUSED').map(({ at }) => at));
  expect(unseen.every(({ at }) => Math.abs(at - closedAt) < 250)).toBe(true);
  // Each client can stand in the queue of the port at most once when it closes.
  expect(unseen.length).toBeLessThanOrEqual(CONNECTIONS);
  const during = outcomes.filter(({ result, at }) => result === '200' && at > signalledAt + 500);
  expect(during.length).toBeGreaterThan(0);
  expect(during.every(({ closes }) => closes)).toBe(true);
  expect(during.at(-1)!.at - signalledAt).toBeGreaterThan(DRAIN_SECONDS * 1_000 - 200);
  const { result, closes, at } = await poll;
  expect({ result, closes }).toEqual({ result: '200', closes: true });
  expect(at - signalledAt).toBeLessThan(1_500);
  expect(performance.now() - signalledAt).toBeLessThan(10_000);
});
