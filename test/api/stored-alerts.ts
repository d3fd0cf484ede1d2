import type { AccountId, AlertType } from '#domain';
import { newId } from '#persistence';
import type { TestApi } from '#testing';

/** Rows as ingestion stores them, for tests of what reads them. */
export async function storeAlerts(
  api: TestApi,
  account: AccountId,
  checkId: string,
  alerts: { createdAt?: Date; alertType?: AlertType }[],
): Promise<string[]> {
  const ids = alerts.map(() => newId());
  for (const [at, { createdAt = new Date(), alertType = 'ALERT_FAILURE' }] of alerts.entries()) {
    await api.sql(
      `INSERT INTO check_alerts (account_id, id, check_id, name, check_type, alert_type, run_location, response_time, error,
        started_at, created_at)
       VALUES ($1, $2, $3, 'Home page', 'URL', $4, 'here', 12.5, 'It failed', $5, $5)`,
      [account, ids[at], checkId, alertType, createdAt],
    );
  }
  return ids;
}
