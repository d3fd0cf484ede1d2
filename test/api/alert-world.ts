import type { Lease } from '#agent-protocol';
import { DEFAULT_ALERT_SETTINGS, type AlertType } from '#domain';
import { urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { failed, locationWithAgent, passed, type FakeAgent } from './fake-agent.js';

export interface Alert {
  checkId: string;
  alertType: AlertType;
  [field: string]: unknown;
}

/** How a run can end. */
export const endings = {
  pass: (run: Lease) => passed(run),
  degrade: (run: Lease) => passed(run, { isDegraded: true }),
  fail: (run: Lease) => failed(run),
  error: (run: Lease) => failed(run, { hasFailures: false, hasErrors: true }),
};
export type Ending = keyof typeof endings;

/** Alert settings of a check's own. */
export const own = (settings: object) => ({
  useGlobalAlertSettings: false,
  alertSettings: { ...DEFAULT_ALERT_SETTINGS, ...settings },
});
export const after = (failedRunThreshold: number) => own({ runBasedEscalation: { failedRunThreshold } });

/** An account with an agent, and checks of it whose runs end as a test says. */
export class AlertWorld {
  private constructor(
    readonly account: TestAccount,
    readonly agent: FakeAgent,
  ) {}

  static async make(api: TestApi): Promise<AlertWorld> {
    const account = await api.account();
    return new AlertWorld(account, await locationWithAgent(api, account, 'here'));
  }

  /** Runs only when it is triggered: its first run is over. */
  async check(values: object = {}): Promise<string> {
    const body = urlCheckBody({ privateLocations: ['here'], doubleCheck: false, frequency: 1440, ...values });
    const { id } = (await this.account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
    await this.agent.report(passed(await this.agent.leaseOne()));
    return id;
  }

  async trigger(...checkId: string[]): Promise<string[]> {
    const body = { target: { checkId } };
    const answer = await this.account.client.post<{ sessions: { id: string }[] }>('/v2/check-sessions/trigger', body);
    return answer.expect(201).body.sessions.map(({ id }) => id);
  }

  async lease(checkId: string): Promise<Lease> {
    await this.trigger(checkId);
    return this.agent.leaseOne();
  }

  /** One run after the other. */
  async runs(checkId: string, ...wanted: Ending[]): Promise<void> {
    for (const ending of wanted) await this.agent.report(endings[ending](await this.lease(checkId)));
  }

  /** Oldest first. */
  async alerts(checkId: string): Promise<Alert[]> {
    const answer = await this.account.client.get<Alert[]>(`/v1/check-alerts/${checkId}?limit=100`);
    return answer.expect(200).body.toReversed();
  }

  async types(checkId: string): Promise<AlertType[]> {
    return (await this.alerts(checkId)).map(({ alertType }) => alertType);
  }
}
