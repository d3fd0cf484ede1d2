import { heartbeatCheckBody, startApi, urlCheckBody, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { setTimeout as sleep } from 'node:timers/promises';

interface Heartbeat {
  period: number;
  periodUnit: string;
  grace: number;
  graceUnit: string;
  pingToken: string;
  pingUrl: string;
}
interface Check {
  id: string;
  activated: boolean;
  heartbeat: Heartbeat;
}
interface Event {
  id: string;
  state: string;
  timestamp: string;
  source: string | null;
  userAgent: string | null;
}
const PATH = '/v1/checks/heartbeat';
const TOKEN = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async (heartbeat: object = {}, values: object = {}) =>
  (await account.client.post<Check>(PATH, heartbeatCheckBody({ heartbeat, ...values }))).expect(201).body;
const read = async (id: string) => (await account.client.get<Check>(`/v1/checks/${id}`)).expect(200).body;
const update = async (id: string, values: object) =>
  (await account.client.put<Check>(`${PATH}/${id}`, values)).expect(200).body;
const ping = async ({ heartbeat }: Check, init: RequestInit = {}) => {
  const response = await fetch(`${api.url}/heartbeats/ping/${heartbeat.pingToken}`, init);
  return { status: response.status, body: await response.text() };
};
const events = async ({ id }: Check, query = '') =>
  (await account.client.get<[{ events: Event[] }]>(`/v1/checks/heartbeats/${id}/events${query}`)).expect(200).body[0];
const states = async (check: Check) => (await events(check)).events.map(({ state }) => state);
const status = (check: Check) => account.client.get<{ hasFailures: boolean }>(`/v1/check-statuses/${check.id}`);
const alerts = async ({ id }: Check) =>
  (await account.client.get<{ alertType: string; error: string | null }[]>(`/v1/check-alerts/${id}`)).expect(200).body;
/** As if so much time had passed since the last ping, all of it with the service there: a start ends an outage. */
const pass = ({ id }: Check, interval: string) =>
  api.sql(
    `WITH pulse AS (UPDATE service_pulse SET outage_ended_at = 'epoch')
     UPDATE heartbeats SET expected_at = expected_at - $2::interval, due_at = due_at - $2::interval WHERE check_id = $1`,
    [id, interval],
  );
const until = async (what: string, holds: () => Promise<boolean>) => {
  for (const end = Date.now() + 15_000; !(await holds()); await sleep(20))
    if (Date.now() > end) throw new Error(`Not within 15 s: ${what}`);
};

describe('a heartbeat check', () => {
  it('is created with an address of its own, read, listed, updated and deleted', async () => {
    const check = await create();
    expect(check.heartbeat).toMatchObject({ period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' });
    expect(check.heartbeat.pingUrl).toBe(`http://pharos.test/heartbeats/ping/${check.heartbeat.pingToken}`);
    expect(await read(check.id)).toEqual(check);
    const listed = (await account.client.get<Check[]>('/v1/checks')).expect(200).body;
    expect(listed).toEqual([check]);
    const changed = await update(check.id, { heartbeat: { ...check.heartbeat, period: 2 } });
    expect(changed.heartbeat).toEqual({ ...check.heartbeat, period: 2 });
    expect(await read(check.id)).toEqual(changed);
    (await account.client.del(`/v1/checks/${check.id}`)).expect(204);
    expect((await ping(check)).status).toBe(404);
    (await account.client.get(`/v1/checks/heartbeats/${check.id}/events`)).expect(404);
  });

  it('keeps its token where none or null is sent, and takes another', async () => {
    const check = await create();
    const { pingToken, pingUrl, ...timing } = check.heartbeat;
    expect((await update(check.id, { heartbeat: timing })).heartbeat).toEqual(check.heartbeat);
    expect((await update(check.id, { heartbeat: { ...timing, pingToken: null } })).heartbeat.pingToken).toBe(pingToken);
    expect((await update(check.id, { name: 'Other' })).heartbeat.pingUrl).toBe(pingUrl);
    expect((await update(check.id, { heartbeat: { ...timing, pingToken: TOKEN } })).heartbeat.pingToken).toBe(TOKEN);
    expect((await ping(check)).status).toBe(404);
    expect((await ping({ ...check, heartbeat: { ...check.heartbeat, pingToken: TOKEN } })).status).toBe(200);
    await update(check.id, { heartbeat: { ...timing, pingToken: null } });
  });

  it('runs nowhere, and answers say so', async () => {
    const frequency = { frequency: 60, locations: ['eu-west-1'], retryStrategy: { type: 'FIXED' } };
    const check = await create({}, frequency);
    for (const name of ['locations', 'privateLocations', 'groupId', 'groupOrder', 'runtimeId', 'retryStrategy'])
      expect(check).not.toHaveProperty(name);
    expect(check).not.toHaveProperty('frequency');
    expect(check).not.toHaveProperty('frequencyOffset');
  });

  it('reads in its group as it does alone', async () => {
    const group = (await account.client.post<{ id: number }>('/v2/check-groups', { name: 'Shop' })).expect(201).body;
    const check = await create({}, { groupId: group.id });
    const path = `/v1/check-groups/${group.id}/checks`;
    expect((await account.client.get<Check[]>(path)).expect(200).body).toEqual([check]);
    expect((await account.client.get<Check>(`${path}/${check.id}`)).expect(200).body).toEqual(check);
    const applied = await account.client.get<Check>(`/v1/checks/${check.id}?applyGroupSettings=true`);
    expect(applied.expect(200).body).toEqual(check);
  });

  it('can be sent back as it was read', async () => {
    const check = await create();
    expect(await update(check.id, check)).toEqual({ ...check, updated_at: expect.any(String) });
  });

  it('does not share its token, and does not tell whose it is', async () => {
    const { heartbeat } = await create();
    const other = await api.account();
    const body = heartbeatCheckBody({ heartbeat: { pingToken: heartbeat.pingToken.toUpperCase() } });
    const refused = (await other.client.post<ErrorBody>(PATH, body)).expect(409).body;
    expect(refused.message).toBe('"heartbeat.pingToken" cannot be used: choose another one.');
    expect((await other.client.get<Check[]>('/v1/checks')).expect(200).body).toEqual([]);
  });

  it('stores its token sealed', async () => {
    const { id, heartbeat } = await create();
    const [row] = await api.sql<{ text: string }>('SELECT row_to_json(c)::text AS text FROM checks c WHERE id = $1', [
      id,
    ]);
    expect(row!.text).not.toContain(heartbeat.pingToken);
    expect(row!.text).toMatch(/"pingToken": ?"~/);
  });

  it.each([
    [{ period: 29, periodUnit: 'seconds' }, 'heartbeat.period'],
    [{ period: 366, periodUnit: 'days' }, 'heartbeat.period'],
    [{ grace: 366, graceUnit: 'days' }, 'heartbeat.grace'],
  ])('refuses %j', async (heartbeat, field) => {
    const { body } = (await account.client.post<ErrorBody>(PATH, heartbeatCheckBody({ heartbeat }))).expect(400);
    expect(body.message).toContain(field);
    expect((await account.client.get<Check[]>('/v1/checks')).expect(200).body).toEqual([]);
  });

  it('is not scheduled: nothing runs', async () => {
    const { id } = await create();
    const [schedule] = await api.sql('SELECT active FROM check_schedules WHERE check_id = $1', [id]);
    expect(schedule).toEqual({ active: false });
  });

  it('is no URL check, and a URL check has no heartbeat', async () => {
    const { id } = await create();
    (await account.client.put(`/v1/checks/url/${id}`, { name: 'x' })).expect(404);
    const url = (await account.client.post<{ id: string }>('/v1/checks/url', urlCheckBody())).expect(201).body;
    (await account.client.put(`${PATH}/${url.id}`, { name: 'x' })).expect(404);
    (await account.client.get(`/v1/checks/heartbeats/${url.id}/availability`)).expect(404);
  });

  it('keeps what only looks like a sealed token', async () => {
    const assertion = { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200', pingToken: '~AAAA' };
    const { id } = (
      await account.client.post<{ id: string }>(
        '/v1/checks/url',
        urlCheckBody({ request: { assertions: [assertion] } }),
      )
    ).expect(201).body;
    const { request } = (await account.client.get<{ request: { assertions: object[] } }>(`/v1/checks/${id}`)).body;
    expect(request.assertions[0]).toMatchObject({ pingToken: '~AAAA' });
  });
});

describe('a ping', () => {
  it('is counted by GET and POST, with any body, and tells where it came from', async () => {
    const check = await create();
    const headers = { origin: 'https://jobs.test', 'user-agent': 'job/1' };
    expect(await ping(check, { headers })).toEqual({ status: 200, body: '{"counted":true}' });
    const body = '<not json>';
    (await api.anonymous.post(`/heartbeats/ping/${check.heartbeat.pingToken}`)).expect(200);
    const post = { method: 'POST', body, headers: { 'content-type': 'text/plain', referer: 'https://r.test/' } };
    expect((await ping(check, post)).status).toBe(200);
    expect((await events(check)).events).toMatchObject([
      { state: 'EARLY', source: 'https://r.test/' },
      { state: 'EARLY', source: null },
      { state: 'RECEIVED', source: 'https://jobs.test', userAgent: 'job/1' },
    ]);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD'])('is not one by %s', async (method) => {
    const check = await create();
    expect((await ping(check, { method })).status).toBe(404);
    expect(await states(check)).toEqual([]);
  });

  it('of a wrong token is 404, whatever the token looks like', async () => {
    for (const token of ['00000000-0000-4000-8000-000000000000', 'x', '%00', "'--"])
      expect((await fetch(`${api.url}/heartbeats/ping/${token}`)).status).toBe(404);
  });

  it('by a preview of the address does not count', async () => {
    const check = await create();
    expect(await ping(check, { headers: { 'user-agent': 'Slackbot 1.0' } })).toEqual({
      status: 200,
      body: '{"counted":false}',
    });
    expect(await states(check)).toEqual([]);
  });

  it('is early, on time or in the grace', async () => {
    const check = await create();
    await ping(check);
    await ping(check);
    await pass(check, '1 hour');
    await ping(check);
    await pass(check, '64 minutes');
    await ping(check);
    expect(await states(check)).toEqual(['GRACE', 'RECEIVED', 'EARLY', 'RECEIVED']);
  });

  it('of a deactivated check does not count, and starts no timer', async () => {
    const check = await create({}, { activated: false });
    expect((await ping(check)).body).toBe('{"counted":false}');
    expect(await states(check)).toEqual([]);
  });
});

describe('a ping that does not come', () => {
  const failing = async (check: Check) => {
    await pass(check, '66 minutes');
    await until('FAILING', async () => (await states(check))[0] === 'FAILING');
  };

  it('fails the check, and the next ping ends that', async () => {
    const check = await create();
    (await status(check)).expect(404);
    await ping(check);
    expect((await status(check)).expect(200).body.hasFailures).toBe(false);
    await failing(check);
    expect((await status(check)).expect(200).body.hasFailures).toBe(true);
    expect(await alerts(check)).toMatchObject([
      { alertType: 'ALERT_FAILURE', error: 'No ping came within 1 hour and 5 minutes of grace.' },
    ]);
    await ping(check);
    expect(await states(check)).toEqual(['RECEIVED', 'FAILING', 'RECEIVED']);
    expect((await status(check)).expect(200).body.hasFailures).toBe(false);
    expect((await alerts(check)).map(({ alertType }) => alertType)).toEqual(['ALERT_RECOVERY', 'ALERT_FAILURE']);
  });

  it('is noticed once for each period, not once for each look', async () => {
    const check = await create();
    await ping(check);
    await failing(check);
    await failing(await create().then(async (other) => (await ping(other), other)));
    expect(await states(check)).toEqual(['FAILING', 'RECEIVED']);
  });

  it('is not expected before the first ping', async () => {
    const check = await create();
    await pass(check, '10 days');
    const other = await create();
    await ping(other);
    await failing(other);
    expect(await states(check)).toEqual([]);
  });

  it('is not missed while the service was away: nobody could have taken it', async () => {
    const check = await create();
    await ping(check);
    // In one statement: not a moment in between in which it could be found missing.
    await api.sql(
      `WITH outage AS (UPDATE service_pulse SET outage_ended_at = now())
       UPDATE heartbeats SET expected_at = now() - interval '6 minutes', due_at = now() - interval '1 minute' WHERE check_id = $1`,
      [check.id],
    );
    await until('the timer starts anew', async () => {
      const [timer] = await api.sql<{ isOn: boolean }>(
        'SELECT due_at > now() AS "isOn" FROM heartbeats WHERE check_id = $1',
        [check.id],
      );
      return timer!.isOn;
    });
    expect(await states(check)).toEqual(['RECEIVED']);
  });

  it('is not missed in a maintenance window', async () => {
    const check = await create({}, { tags: ['nightly'] });
    await ping(check);
    const window = {
      name: 'Now',
      tags: ['nightly'],
      startsAt: new Date(Date.now() - 60_000),
      endsAt: new Date(Date.now() + 3_600_000),
      repeatUnit: 'DAY',
    };
    (await account.client.post('/v1/maintenance-windows', window)).expect(201);
    await pass(check, '66 minutes');
    const other = await create();
    await ping(other);
    await failing(other);
    expect(await states(check)).toEqual(['RECEIVED']);
  });

  it('waits anew after the period is changed or the check is activated again', async () => {
    const check = await create();
    await ping(check);
    const left = async () =>
      (
        await api.sql<{ minutes: number }>(
          `SELECT round(extract(epoch FROM expected_at - now()) / 60)::int AS minutes FROM heartbeats WHERE check_id = $1`,
          [check.id],
        )
      )[0]!.minutes;
    await pass(check, '30 minutes');
    await update(check.id, { name: 'The timer goes on' });
    expect(await left()).toBe(30);
    await update(check.id, { heartbeat: { ...check.heartbeat, period: 2 } });
    expect(await left()).toBe(120);
    await pass(check, '1 hour');
    await update(check.id, { activated: false });
    await update(check.id, { activated: true });
    expect(await left()).toBe(120);
  });
});
