import { randomUUID } from 'node:crypto';
import { startApi, type ApiClient, type TestApi } from '#testing';
import { eventually } from '../agent/eventually.js';
import { scrape, sumOf } from '../metrics-text.js';
import { locationWithAgent } from './fake-agent.js';

const PATH = '/agent/v1/errors';
const lines: string[] = [];
let api: TestApi;
let location: ApiClient;

beforeAll(async () => {
  api = await startApi({ config: { logLevel: 'WARN' }, logTo: { write: (line: string) => void lines.push(line) } });
  location = (await locationWithAgent(api, await api.account(), 'here'))['client'];
});
afterAll(() => api?.close());

const body = (error: object = {}) => ({
  agentId: randomUUID(),
  version: '0.1.0',
  errors: [{ class: 'TypeError', code: null, checkType: 'URL', count: 3, ...error }],
});

it('counts and logs what agents tell of their own errors', async () => {
  expect((await location.post(PATH, body())).expect(200).body).toEqual({ noted: 3 });
  (await location.post(PATH, body({ class: 'Error', code: 'ENOSPC', checkType: null, count: 2 }))).expect(200);
  const count = async (check_type: string) => sumOf(await scrape(api.url), 'pharos_agent_errors_total', { check_type });
  await eventually('both counts', async () => (await count('URL')) === 3 && (await count('none')) === 2);
  const logged = lines.map((line) => JSON.parse(line) as object);
  expect(logged).toContainEqual(
    expect.objectContaining({ location: 'here', class: 'Error', code: 'ENOSPC', checkType: null, count: 2 }),
  );
});

it.each([
  { class: 'not a class' },
  { class: 'https' },
  { code: 'a message' },
  { checkType: 'OTHER' },
  { count: 0 },
  { message: 'what went wrong' },
  { url: 'https://example.com' },
])('takes nothing else: %j', async (error) => {
  (await location.post(PATH, body(error))).expect(400);
});

it('is for agents, bounded, and limited', async () => {
  (await api.anonymous.post(PATH, body())).expect(401);
  (await location.post(PATH, { ...body(), errors: [] })).expect(400);
  (await location.post(PATH, { ...body(), errors: Array.from({ length: 21 }, () => body().errors[0]) })).expect(400);
  (await location.post(PATH, { ...body(), padding: 'x'.repeat(20_001) })).expect(413);
});
