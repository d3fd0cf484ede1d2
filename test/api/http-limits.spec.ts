import { Controller, Get } from '@nestjs/common';
import { Endpoint } from '#http';
import { createTestDatabase, CuttableProxy, startApi, type ApiClient, type ErrorBody, type TestApi } from '#testing';

const PATH = '/v1/variables';
const WRONG_KEY = `sv_${'x'.repeat(32)}`;

let api: TestApi | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

const statuses = async (client: ApiClient, times: number, path = PATH) => {
  const found: number[] = [];
  for (let at = 0; at < times; at += 1) found.push((await client.get(path)).status);
  return found;
};

describe('the limit per key', () => {
  it('is told in every answer, and ends in 429 with the time to wait', async () => {
    api = await startApi({ config: { rateLimit: 3 } });
    const { client, clientOf } = await api.account();
    const first = (await client.get(PATH)).expect(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=2;t=(60|59)$/);
    expect(await statuses(client, 2)).toEqual([200, 200]);
    const refused = (await client.get<ErrorBody>(PATH)).expect(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(refused.body).toMatchObject({ error: 'Too Many Requests', attributes: { code: 'RATE_LIMITED' } });
    (await (await clientOf('ADMIN')).get(PATH)).expect(200);
  });

  it('reads no body once it is used up', async () => {
    api = await startApi({ config: { rateLimit: 1 } });
    const { client } = await api.account();
    (await client.get(PATH)).expect(200);
    const headers = { 'content-type': 'application/json' };
    (await client.post(PATH, undefined, { raw: '{', headers })).expect(429);
  });

  it('leaves probes alone', async () => {
    api = await startApi({ config: { rateLimit: 1 } });
    expect(await statuses(api.anonymous, 5, '/-/liveness')).toEqual([200, 200, 200, 200, 200]);
  });

  it('can be turned off, with those of single routes', async () => {
    @Controller('planted')
    class PlantedController {
      @Get()
      @Endpoint({ summary: 'x', role: 'PUBLIC', rateLimit: { name: 'planted', requests: 2, seconds: 20 } })
      planted() {}
    }
    class PlantedModule {}
    const extension = { name: 'planted', module: { module: PlantedModule, controllers: [PlantedController] } };
    const calls = async (target: TestApi) => {
      const found: Response[] = [];
      for (let at = 0; at < 3; at += 1) found.push(await fetch(`${target.url}/planted`));
      return found;
    };
    api = await startApi({ config: { rateLimit: 600 }, extensions: [extension] });
    const limited = await calls(api);
    expect(limited.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(limited[0]!.headers.get('ratelimit-policy')).toBe('"planted";q=2;w=20');
    await api.close();
    api = await startApi({ extensions: [extension] });
    expect((await calls(api)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('is that of an address without one, and of an IPv6 network', async () => {
    api = await startApi({ config: { rateLimit: 1, trustProxy: 1 } });
    const from = async (address: string) =>
      (await fetch(`${api!.url}/v1/runtimes`, { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.2')]).toEqual([200, 429, 200]);
    const network = '2001:db8:0:7:';
    expect([await from(`${network}:1`), await from(`${network}:2`), await from('2001:db8:0:8::1')]).toEqual([
      200, 429, 200,
    ]);
  });
});

describe('the limit on failures per address', () => {
  it('turns guessers away without a look-up, and not those who are known', async () => {
    api = await startApi({ config: { rateLimit: 3 } });
    const { client, clientOf } = await api.account();
    const late = await clientOf('READ_ONLY');
    (await client.get(PATH)).expect(200);
    const guesser = api.anonymous.as(WRONG_KEY);
    expect(await statuses(guesser, 3)).toEqual([401, 401, 401]);
    const refused = (await guesser.get<ErrorBody>(PATH)).expect(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    // Verified moments ago: needs no look-up. A key not yet seen from this address has to wait.
    (await client.get(PATH)).expect(200);
    (await late.get(PATH)).expect(429);
  });

  it('counts addresses behind a trusted proxy apart', async () => {
    api = await startApi({ config: { rateLimit: 2, trustProxy: 1 } });
    const guesser = api.anonymous.as(WRONG_KEY);
    const from = (address: string) => guesser.get(PATH, { headers: { 'x-forwarded-for': address } });
    expect((await from('10.0.0.1')).status).toBe(401);
    expect((await from('10.0.0.1')).status).toBe(401);
    expect((await from('10.0.0.1')).status).toBe(429);
    expect((await from('10.0.0.2')).status).toBe(401);
  });
});

describe('without the database', () => {
  it('is alive but not ready, says 503, and recovers', async () => {
    const database = await createTestDatabase();
    const proxy = await CuttableProxy.before(database.url);
    try {
      api = await startApi({
        databaseUrl: proxy.url,
        config: { logLevel: 'ERROR' },
        logTo: { write: () => undefined },
      });
      const { client } = await api.account();
      (await client.get(PATH)).expect(200);
      (await api.anonymous.get('/-/readiness')).expect(200);
      proxy.cut();
      const away = (await api.anonymous.get<ErrorBody>('/-/readiness')).expect(503);
      expect(away.body).toMatchObject({
        statusCode: 503,
        error: 'Service Unavailable',
        attributes: { code: 'UNAVAILABLE' },
      });
      (await api.anonymous.get('/-/liveness')).expect(200);
      const refused = (await client.get<ErrorBody>(PATH)).expect(503);
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(refused.body.message).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
      proxy.restore();
      let status = 503;
      for (const end = Date.now() + 10_000; status === 503 && Date.now() < end;) ({ status } = await client.get(PATH));
      expect(status).toBe(200);
      (await api.anonymous.get('/-/readiness')).expect(200);
    } finally {
      await api?.close();
      api = undefined;
      await proxy.close();
      await database.drop();
    }
  });
});
