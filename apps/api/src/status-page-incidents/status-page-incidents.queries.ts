import {
  notFound,
  partOf,
  TOP,
  type AccountId,
  type PageIncidentCourse,
  type IncidentUpdateStatus,
  type Part,
  type PartRequest,
  type Severity,
} from '#domain';
import { Database, isoTime } from '#persistence';
import { Injectable } from '@nestjs/common';
import { SERVICE_JSON, type StatusPageServiceView } from '../status-page-services/index.js';

/** An update in the form in which it is answered. */
export interface IncidentUpdateDetails {
  id: string;
  description: string;
  status: IncidentUpdateStatus;
  publicIncidentUpdateDate: string;
  notifySubscribers: boolean;
  created_at: string;
}

/** An incident with its services in full and its latest updates. */
export interface StatusPageIncidentDetails extends PageIncidentCourse {
  id: string;
  name: string;
  severity: Severity;
  createdAt: Date;
  updatedAt: Date | null;
  services: StatusPageServiceView[];
  incidentUpdates: IncidentUpdateDetails[];
}

const UPDATE_JSON = `json_build_object('id', u.id, 'description', u.description, 'status', u.status,
  'publicIncidentUpdateDate', ${isoTime('u.public_incident_update_date')}, 'notifySubscribers', u.notify_subscribers,
  'created_at', ${isoTime('u.created_at')})`;

/** Reference 1.3: the latest 100. */
const LATEST_UPDATES = `SELECT ${UPDATE_JSON} AS update FROM status_page_incident_updates u
  WHERE u.account_id = i.account_id AND u.incident_id = i.id
  ORDER BY u.public_incident_update_date DESC, u.created_at DESC, u.id DESC LIMIT 100`;

const UPDATES = `(SELECT json_agg(latest.update) FROM (${LATEST_UPDATES}) latest)`;

const INCIDENT = `i.id, i.name, i.severity, i.last_update_status AS "lastUpdateStatus", i.first_update_at AS "firstUpdateAt",
  i.resolved_at AS "resolvedAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  (SELECT json_agg(${SERVICE_JSON} ORDER BY l.position)
    FROM status_page_incident_services l JOIN status_page_services s ON s.account_id = l.account_id AND s.id = l.service_id
    WHERE l.account_id = i.account_id AND l.incident_id = i.id) AS services,
  ${UPDATES} AS "incidentUpdates"`;

const PART = {
  name: 'status_page_incidents_part',
  text: `SELECT ${INCIDENT} FROM status_page_incidents i
    WHERE i.account_id = $1 AND (i.created_at, i.id) < ($2::timestamptz, $3::uuid)
    ORDER BY i.created_at DESC, i.id DESC LIMIT $4`,
};

const ONE = {
  name: 'status_page_incident',
  text: `SELECT ${INCIDENT} FROM status_page_incidents i WHERE i.account_id = $1 AND i.id = $2`,
};

const UPDATES_OF_ONE = {
  name: 'status_page_incident_updates',
  text: `SELECT ${UPDATES} AS updates FROM status_page_incidents i WHERE i.account_id = $1 AND i.id = $2`,
};

const ONE_UPDATE = {
  name: 'status_page_incident_update',
  text: `SELECT ${UPDATE_JSON} AS update FROM status_page_incident_updates u
    WHERE u.account_id = $1 AND u.incident_id = $2 AND u.id = $3`,
};

/** What is not resolved of the incidents on the services of some pages, for each page. */
const OPEN_ON = {
  name: 'status_page_incidents_open',
  text: `SELECT p.id AS "pageId", ${INCIDENT} FROM unnest($2::uuid[]) AS p (id) CROSS JOIN LATERAL (
      SELECT i.* FROM status_page_incidents i
      WHERE i.account_id = $1 AND i.last_update_status <> 'RESOLVED' AND i.id IN (
        SELECT l.incident_id FROM status_page_cards c
        JOIN status_page_card_services cs ON cs.account_id = c.account_id AND cs.card_id = c.id
        JOIN status_page_incident_services l ON l.account_id = cs.account_id AND l.service_id = cs.service_id
        WHERE c.account_id = $1 AND c.page_id = p.id)
      ORDER BY i.created_at DESC, i.id DESC LIMIT 20) i
    ORDER BY i.created_at DESC, i.id DESC`,
};

/** Incidents with everything that is shown of them, in one statement however many there are. */
@Injectable()
export class StatusPageIncidentsQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async part(account: AccountId, { limit, nextId = TOP }: PartRequest): Promise<Part<StatusPageIncidentDetails>> {
    const values = [account, nextId.at, nextId.id, limit + 1];
    const rows = await this.database.rows<StatusPageIncidentDetails>(PART, values);
    return partOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  /** Throws not-found when the account has no such incident. */
  async get(account: AccountId, id: string): Promise<StatusPageIncidentDetails> {
    return first(await this.database.rows<StatusPageIncidentDetails>(ONE, [account, id]));
  }

  /** By page, the newest first, at most 20 each. */
  async openOn(account: AccountId, pageIds: string[]): Promise<Map<string, StatusPageIncidentDetails[]>> {
    const rows = await this.database.rows<StatusPageIncidentDetails & { pageId: string }>(OPEN_ON, [account, pageIds]);
    const byPage = new Map<string, StatusPageIncidentDetails[]>();
    for (const { pageId, ...incident } of rows) byPage.set(pageId, [...(byPage.get(pageId) ?? []), incident]);
    return byPage;
  }

  /** The latest 100, the latest by its public date first. Throws not-found when the account has no such incident. */
  async updates(account: AccountId, id: string): Promise<IncidentUpdateDetails[]> {
    const rows = await this.database.rows<{ updates: IncidentUpdateDetails[] }>(UPDATES_OF_ONE, [account, id]);
    return first(rows).updates;
  }

  /** Throws not-found when the incident has no such update. */
  async update(account: AccountId, id: string, updateId: string): Promise<IncidentUpdateDetails> {
    const rows = await this.database.rows<{ update: IncidentUpdateDetails }>(ONE_UPDATE, [account, id, updateId]);
    return first(rows).update;
  }
}

function first<T>([row]: T[]): T {
  if (row === undefined) throw notFound();
  return row;
}
