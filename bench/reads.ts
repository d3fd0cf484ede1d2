import { Child } from './child.js';
import type { LoadResult } from './load.js';
import type { Options } from './options.js';
import { summaryText } from './profile-summary.js';
import type { Line, Report, Target } from './report.js';
import { median, ratioOf } from './statistics.js';
import { addChecks, addVariables, makeWorld, type World } from './world.js';

/** Checks, and as many variables. */
const ROWS = 10_000;
const CONNECTIONS = 16;
const WARM_REQUESTS = 10_000;

interface Route {
  name: string;
  path: string;
  speed: Target;
  cpu: Target;
}

/** performance.md; the single read shares the targets of the small page. */
const SMALL = { speed: { floor: 0.65, goal: 1.2 }, cpu: { floor: 1.4, goal: 0.7, lower: true } };
const LARGE = { speed: { floor: 0.65, goal: 0.9 }, cpu: { floor: 1.6, goal: 0.85, lower: true } };

interface Measured extends LoadResult {
  cpuMicroseconds: number;
}

interface Server {
  child: Child;
  port: number;
}

/** GET /v1/checks, GET /v1/checks/{id} and GET /v1/variables against bare Express and pg that answer the same rows. */
export async function reads(options: Options): Promise<Report> {
  const world = await makeWorld();
  const children: Child[] = [];
  const start = async (name: string): Promise<Server> => {
    const env = { ...world.env, BENCH_KEY: world.apiKey, BENCH_ACCOUNT: world.account };
    const child = Child.start(name, world.folder, env);
    children.push(child);
    return { child, port: await child.ask<number>('port') };
  };
  try {
    await addChecks(world, { count: ROWS });
    await addVariables(world, ROWS);
    const { rows } = await world.pool.query<{ id: string }>('SELECT id FROM checks ORDER BY created_at DESC LIMIT 1');
    const servers = { pharos: await start('api'), express: await start('reads/express') };
    const load = Child.start('load', world.folder);
    children.push(load);
    const routes: Route[] = [
      { name: 'page of 10', path: '/v1/checks?limit=10', ...SMALL },
      { name: 'page of 100', path: '/v1/checks?limit=100', ...LARGE },
      { name: 'variables, page of 10', path: '/v1/variables?limit=10', ...SMALL },
      { name: 'variables, page of 100', path: '/v1/variables?limit=100', ...LARGE },
      { name: 'single read', path: `/v1/checks/${rows[0]!.id}`, ...SMALL },
    ];
    await assertSame(routes, servers, world);
    const lines: Line[] = [];
    for (const route of routes) lines.push(...(await compare(route, servers, load, world, options)));
    lines.push(...(await statements(servers.pharos, world)));
    return {
      benchmark: `reads of ${ROWS.toLocaleString('en-US')} checks and variables, ${CONNECTIONS} connections, against bare Express 5 + pg`,
      lines,
    };
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await world.close();
  }
}

/** A comparison of different answers would be worth nothing. */
async function assertSame(routes: Route[], { pharos, express }: Record<string, Server>, world: World): Promise<void> {
  const read = async ({ port }: Server, path: string) => {
    const headers = { authorization: `Bearer ${world.apiKey}` };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json() as Promise<object | object[]>;
  };
  const text = (answer: object | object[]) =>
    JSON.stringify(
      [answer]
        .flat()
        .map((row) =>
          Object.entries(
            'checkType' in row ? { ...row, alertChannelSubscriptions: [], alertChannels: null } : row,
          ).toSorted(),
        ),
      sorted,
    );
  for (const { path } of routes) {
    const [ours, theirs] = [text(await read(pharos!, path)), text(await read(express!, path))];
    if (ours !== theirs)
      throw new Error(`Different answers to ${path}:\n${ours.slice(0, 2_000)}\n${theirs.slice(0, 2_000)}`);
  }
}

/** Keys of objects in one order. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function compare(
  route: Route,
  servers: { pharos: Server; express: Server },
  load: Child,
  world: World,
  options: Options,
): Promise<Line[]> {
  const [seconds, rounds] = options.full ? [6, 9] : [2, 5];
  const measure = (server: Server, duration: number) => loaded(server, route.path, load, world, duration);
  const [ours, theirs]: [Measured[], Measured[]] = [[], []];
  for (const server of [servers.express, servers.pharos]) await warmUp(measure, server);
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await measure(servers.express, seconds));
    ours.push(await measure(servers.pharos, seconds));
  }
  if (options.profile) {
    await servers.pharos.child.startProfile();
    await measure(servers.pharos, 3);
    options.profile(`GET ${route.name}`, summaryText(`GET ${route.name}`, await servers.pharos.child.stopProfile()));
  }
  const of = (list: Measured[], member: keyof Measured) => list.map((measured) => measured[member]);
  const line = (what: string, member: keyof Measured, unit: string, target: Target): Line => ({
    what: `${route.name}: ${what}`,
    ours: median(of(ours, member)),
    baseline: median(of(theirs, member)),
    unit,
    ratio: ratioOf(of(ours, member), of(theirs, member)),
    target,
  });
  const [p50Ms, p99Ms] = [median(of(ours, 'p50Ms')), median(of(ours, 'p99Ms'))];
  return [
    { ...line('requests', 'requestsPerSecond', '/s', route.speed), p50Ms, p99Ms },
    line('server CPU per request', 'cpuMicroseconds', 'us', route.cpu),
  ];
}

/** Servers run for months: what their code costs before it is compiled is not what it costs. A slow machine needs longer for that. */
async function warmUp(measure: (server: Server, seconds: number) => Promise<Measured>, server: Server): Promise<void> {
  for (let [requests, slices] = [0, 0]; requests < WARM_REQUESTS && slices < 15; slices += 1)
    requests += (await measure(server, 1)).requests;
}

async function loaded(
  { child, port }: Server,
  path: string,
  load: Child,
  world: World,
  seconds: number,
): Promise<Measured> {
  const before = await child.cpuMs();
  const result = await load.ask<LoadResult>('run', {
    port,
    path,
    key: world.apiKey,
    connections: CONNECTIONS,
    seconds,
  });
  return { ...result, cpuMicroseconds: (((await child.cpuMs()) - before) * 1_000) / result.requests };
}

/** Statements that every request sends, with a key that is known and with one that is not; throws when there are more than 1 and 2. */
async function statements({ child, port }: Server, world: World): Promise<Line[]> {
  const requests = 50;
  const fetchOnce = async () => {
    const headers = { authorization: `Bearer ${world.apiKey}` };
    await (await fetch(`http://127.0.0.1:${port}/v1/checks?limit=10`, { headers })).text();
  };
  const count = async (before: () => Promise<unknown>): Promise<number> => {
    await fetchOnce();
    await child.ask('countStatements');
    for (let i = 0; i < requests; i += 1) await before().then(fetchOnce);
    const counts = await child.ask<Record<string, number>>('countedStatements');
    // What the process does beside requests (polls of the scheduler) is not sent with each of them.
    return Object.values(counts).reduce((sum, sent) => sum + Math.round(sent / requests), 0);
  };
  const cached = await count(async () => undefined);
  const hashes = `SELECT pg_notify('pharos_keys', encode(key_hash, 'hex')) FROM api_key_hashes`;
  const uncached = await count(async () => {
    await world.pool.query(hashes);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  if (cached > 1 || uncached > 2) throw new Error(`${cached} statements with a known key, ${uncached} with another`);
  const line = (what: string, ours: number, most: number): Line => ({
    what: `statements per request, ${what}`,
    ours,
    unit: '',
    target: { floor: most, goal: most, lower: true },
  });
  return [line('key known', cached, 1), line('key not known', uncached, 2)];
}
