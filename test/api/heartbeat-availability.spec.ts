import { heartbeatCheckBody, startApi, type TestAccount, type TestApi } from '#testing';

interface Check {
  id: string;
}
interface Event {
  id: string;
  state: string;
  timestamp: string;
}
interface Availability {
  successRatio: { previousPeriod?: number; currentPeriod: number };
  totalEntitiesCurrentPeriod: number;
}
interface Events {
  events: Event[];
  stats: { last24Hours: Availability | null; last7Days: Availability | null };
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const create = async () =>
  (await account.client.post<Check>('/v1/checks/heartbeat', heartbeatCheckBody())).expect(201).body;
const events = async ({ id }: Check, query = '') =>
  (await account.client.get<[Events]>(`/v1/checks/heartbeats/${id}/events${query}`)).expect(200).body[0];

describe('availability', () => {
  const at = (check: Check, state: string, ago: string) =>
    api.sql(
      `INSERT INTO heartbeat_events (account_id, check_id, id, state, timestamp)
       VALUES ($1, $2, gen_random_uuid(), $3, now() - $4::interval)`,
      [account.id, check.id, state, ago],
    );
  const availability = (check: Check, query = '') =>
    account.client.get<Availability | null>(`/v1/checks/heartbeats/${check.id}/availability${query}`);

  it('is null without events', async () => {
    const check = await create();
    expect((await availability(check)).expect(200).body).toBeNull();
  });

  it('counts all but FAILING as success, of the last 24 hours and those before', async () => {
    const check = await create();
    for (const state of ['RECEIVED', 'EARLY', 'GRACE', 'LATE', 'FAILING']) await at(check, state, '1 hour');
    await at(check, 'RECEIVED', '25 hours');
    await at(check, 'FAILING', '47 hours');
    await at(check, 'FAILING', '49 hours');
    expect((await availability(check)).expect(200).body).toEqual({
      successRatio: { previousPeriod: 50, currentPeriod: 80 },
      totalEntitiesCurrentPeriod: 5,
    });
    const { stats } = await events(check);
    expect(stats.last24Hours?.totalEntitiesCurrentPeriod).toBe(5);
    expect(stats.last7Days).toEqual({ successRatio: { currentPeriod: 62.5 }, totalEntitiesCurrentPeriod: 8 });
  });

  it('takes a range', async () => {
    const check = await create();
    await at(check, 'FAILING', '30 minutes');
    await at(check, 'RECEIVED', '90 minutes');
    const seconds = (minutes: number) => Math.round(Date.now() / 1_000) - minutes * 60;
    const { body } = await availability(check, `?startTime=${seconds(60)}&endTime=${seconds(0)}`);
    expect(body).toEqual({ successRatio: { previousPeriod: 100, currentPeriod: 0 }, totalEntitiesCurrentPeriod: 1 });
    (await availability(check, `?startTime=${seconds(0)}&endTime=${seconds(60)}`)).expect(400);
    (await availability(check, '?startTime=0&endTime=1971-02-05T00:00:00Z')).expect(200);
    const ages = (await availability(check, '?startTime=0&endTime=9999-12-31T00:00:00Z')).expect(400).body;
    expect(ages).toMatchObject({ message: '"startTime" and "endTime" may be at most 400 days apart' });
  });

  it('events come newest first, ten at the most, and one by one', async () => {
    const check = await create();
    for (let minute = 1; minute <= 12; minute += 1) await at(check, 'RECEIVED', `${minute} minutes`);
    const { events: ten } = await events(check);
    expect(ten).toHaveLength(10);
    expect(ten.map(({ timestamp }) => timestamp)).toEqual(
      ten
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .toReversed(),
    );
    expect((await events(check, '?limit=2')).events).toEqual(ten.slice(0, 2));
    const { event } = (
      await account.client.get<{ event: Event }>(`/v1/checks/heartbeats/${check.id}/events/${ten[3]!.id}`)
    ).expect(200).body;
    expect(event).toEqual(ten[3]);
    const other = await create();
    (await account.client.get(`/v1/checks/heartbeats/${other.id}/events/${ten[3]!.id}`)).expect(404);
  });
});
