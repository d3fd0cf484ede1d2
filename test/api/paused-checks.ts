import { firstRunFrom } from '#domain';
import { maintenanceWindowBody, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { passed, type FakeAgent } from './fake-agent.js';

export const WINDOWS = '/v1/maintenance-windows';
export const HOUR = 3_600_000;

export interface Schedule {
  period: number;
  phase: number;
  next: number;
  from: number | null;
  to: number | null;
}

/** From and to in hours from now. */
export const times = (from: number, to: number) => ({
  startsAt: new Date(Date.now() + from * HOUR).toISOString(),
  endsAt: new Date(Date.now() + to * HOUR).toISOString(),
});

/** What `moved` answers of a check that waits for the end of its pause. */
export const TO_THE_END = { beside: 0, runs: 0 };

export const firstAfter = ({ period, phase }: Schedule, end: string) => firstRunFrom(Date.parse(end), period, phase);

/** What tests do with checks of an account that run in the location of `agent`, and with windows that stop them. */
export function pausedChecks(api: TestApi, account: TestAccount, agent: FakeAgent) {
  /** Runs once an hour, half an hour from now at the next point of its grid. */
  const check = async (values: object = {}) => {
    const frequencyOffset = 1 + ((Math.floor(Date.now() / 1_000) + 1_800) % 3_600);
    const hourly = { frequency: 60, frequencyOffset, privateLocations: ['here'], doubleCheck: false };
    const body = urlCheckBody({ ...hourly, ...values });
    return (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body.id;
  };
  /** One that has run and is not due for half an hour at least. */
  const quietCheck = async (values: object = {}) => {
    const id = await check(values);
    await agent.report(passed(await agent.leaseOne()));
    return id;
  };
  const change = async (id: string, values: object) =>
    (await account.client.put(`/v1/checks/url/${id}`, values)).expect(200);

  const window = async (tags: string[], values: object = {}) => {
    const body = { ...maintenanceWindowBody({ tags, ...times(-60, 60) }), ...values };
    const { id } = (await account.client.post<{ id: number }>(WINDOWS, body)).expect(201).body;
    return { ...(body as { name: string; startsAt: string; endsAt: string; repeatUnit: string }), id };
  };

  const schedule = async (id: string): Promise<Schedule> => {
    const [row] = await api.sql<Schedule>(
      `SELECT period_ms::float8 AS period, phase_ms::float8 AS phase, extract(epoch FROM next_run_at)::float8 * 1000 AS next,
         extract(epoch FROM pause_from)::float8 * 1000 AS from, extract(epoch FROM pause_to)::float8 * 1000 AS to
       FROM check_schedules WHERE check_id = $1`,
      [id],
    );
    return row!;
  };
  const pauseOf = async (id: string) => {
    const { from, to } = await schedule(id);
    return from === null ? null : [from, to];
  };
  const dueNow = (id: string) => api.sql('UPDATE check_schedules SET next_run_at = now() WHERE check_id = $1', [id]);

  /** The check was due and has been moved instead of being run: how far beside the first point of its grid after `end`. */
  async function moved(id: string, end: string) {
    await until(async () => (await schedule(id)).next >= Date.parse(end));
    const now = await schedule(id);
    return { beside: now.next - firstAfter(now, end), runs: await runs(id) };
  }
  const runs = async (id: string) =>
    (
      await api.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM check_runs WHERE check_id = $1 AND state <> 'done'`,
        [id],
      )
    )[0]!.count;

  return { check, quietCheck, change, window, schedule, pauseOf, dueNow, moved, runs };
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await condition()) return;
  throw new Error('it did not happen within 10 s');
}
