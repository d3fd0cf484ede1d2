import { notFound, partOf, TOP, type AccountId, type Part, type PartRequest, type StatusPage } from '#domain';
import { Database, isoTime } from '#persistence';
import { Injectable } from '@nestjs/common';
import { StatusPageIncidentsService, type StatusPageIncidentDetails } from '../status-page-incidents/index.js';
import { SERVICE_JSON } from '../status-page-services/index.js';
import type { StatusPageCardView } from './status-page-card.dto.js';

/** A page with its cards, and their services in full. */
export interface StatusPageDetails extends StatusPage {
  accountId: AccountId;
  createdAt: Date;
  updatedAt: Date | null;
  cards: StatusPageCardView[];
}

export interface StatusPageListed extends StatusPageDetails {
  incidents: StatusPageIncidentDetails[];
}

const PAGE = `p.account_id AS "accountId", p.id, p.name, p.url, p.custom_domain AS "customDomain", p.description,
  p.theme_colors AS "themeColors", p.logo, p.redirect_to AS "redirectTo", p.favicon, p.default_theme AS "defaultTheme",
  p.white_label AS "whiteLabel", p.is_private AS "isPrivate", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  coalesce((
    SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'created_at', ${isoTime('c.created_at')},
      'updated_at', ${isoTime('c.updated_at')}, 'services', coalesce((
        SELECT json_agg(${SERVICE_JSON} ORDER BY cs.position)
        FROM status_page_card_services cs JOIN status_page_services s ON s.account_id = cs.account_id AND s.id = cs.service_id
        WHERE cs.account_id = c.account_id AND cs.card_id = c.id), '[]')) ORDER BY c.position)
    FROM status_page_cards c WHERE c.account_id = p.account_id AND c.page_id = p.id), '[]') AS cards`;

const PART = {
  name: 'status_pages_part',
  text: `SELECT ${PAGE} FROM status_pages p WHERE p.account_id = $1 AND (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
    ORDER BY p.created_at DESC, p.id DESC LIMIT $4`,
};

const ONE = { name: 'status_page', text: `SELECT ${PAGE} FROM status_pages p WHERE p.account_id = $1 AND p.id = $2` };

/** Pages with everything that is shown of them: one statement however many cards there are, and one for incidents. */
@Injectable()
export class StatusPagesQueries {
  constructor(
    private readonly database: Database,
    private readonly incidents: StatusPageIncidentsService,
  ) {}

  /** Newest first. */
  async part(account: AccountId, { limit, nextId = TOP }: PartRequest): Promise<Part<StatusPageListed>> {
    const values = [account, nextId.at, nextId.id, limit + 1];
    const rows = await this.database.rows<StatusPageDetails>(PART, values);
    const { items, next } = partOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    const open = await this.incidents.openOn(
      account,
      items.map(({ id }) => id),
    );
    return { items: items.map((page) => ({ ...page, incidents: open.get(page.id) ?? [] })), next };
  }

  /** Throws not-found when the account has no such page. */
  async get(account: AccountId, id: string): Promise<StatusPageDetails> {
    const [row] = await this.database.rows<StatusPageDetails>(ONE, [account, id]);
    if (!row) throw notFound();
    return row;
  }
}
