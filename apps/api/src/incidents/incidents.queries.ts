import { notFound, type AccountId, type Incident, type IncidentUpdate } from '#domain';
import { Database, type Statement } from '#persistence';
import { Injectable } from '@nestjs/common';

/** An incident with its newest update, or with all, the newest first. */
export interface IncidentDetails {
  incident: Incident;
  updates: IncidentUpdate[];
}

/** Moments inside JSON arrive as texts. */
type UpdateJson = Omit<IncidentUpdate, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string | null };
type Row = Incident & { updates: UpdateJson[] };

/** One statement, so that an incident is never seen between the deletion of itself and of its updates. */
const ONE: Statement = {
  name: 'incident_with_updates',
  text: `SELECT i.id, i.dashboard_id AS "dashboardId", i.name, i.impact, i.started_at AS "startedAt", i.stopped_at AS "stoppedAt",
      i.created_at AS "createdAt", i.updated_at AS "updatedAt", told.updates
    FROM incidents i
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(u) ORDER BY u."createdAt" DESC, u.id DESC) AS updates
      FROM (SELECT n.id, n.incident_id AS "incidentId", n.status, n.description, n.created_at AS "createdAt", n.updated_at AS "updatedAt"
        FROM incident_updates n WHERE n.account_id = i.account_id AND n.incident_id = i.id
        ORDER BY n.created_at DESC, n.id DESC LIMIT $3) u) told
    WHERE i.account_id = $1 AND i.id = $2`,
};

@Injectable()
export class IncidentsQueries {
  constructor(private readonly database: Database) {}

  /** Throws not-found. */
  async one(account: AccountId, id: string, allUpdates = false): Promise<IncidentDetails> {
    const [row] = await this.database.rows<Row>(ONE, [account, id, allUpdates ? null : 1]);
    if (!row) throw notFound();
    const { updates, ...incident } = row;
    return { incident, updates: updates.map(withMoments) };
  }
}

const withMoments = ({ createdAt, updatedAt, ...update }: UpdateJson): IncidentUpdate => ({
  ...update,
  createdAt: new Date(createdAt),
  updatedAt: updatedAt === null ? null : new Date(updatedAt),
});
