import {
  AGENT_PRESENCE_MS,
  notFound,
  type AccountId,
  type LocationKey,
  type PrivateLocation,
  type RunningAgent,
} from '#domain';
import { Database, type Statement } from '#persistence';
import { Injectable } from '@nestjs/common';

/** A location with its keys and what is known of its agents. */
export interface LocationDetails extends PrivateLocation {
  createdAt: Date;
  updatedAt: Date | null;
  keys: LocationKey[];
  /** When any agent was seen last. */
  lastSeen: Date | null;
  /** Seen within `AGENT_PRESENCE_MS`, the latest first. */
  agents: RunningAgent[];
}

/** Moments inside JSON arrive as texts. */
interface Row extends Omit<LocationDetails, 'keys' | 'agents'> {
  keys: { id: string; maskedKey: string; createdAt: string; updatedAt: string | null }[];
  agents: { id: string; version: string; lastSeenAt: string }[];
}

const read = (name: string, rest: string): Statement => ({
  name,
  text: `SELECT l.id, l.name, l.slug_name AS "slugName", l.icon, l.proxy_url AS "proxyUrl",
      l.created_at AS "createdAt", l.updated_at AS "updatedAt", GREATEST(l.last_seen, seen.last) AS "lastSeen",
      COALESCE(seen.agents, '[]') AS agents, COALESCE(own.keys, '[]') AS keys
    FROM private_locations l
    CROSS JOIN LATERAL (
      SELECT max(a.last_seen_at) AS last,
        jsonb_agg(jsonb_build_object('id', a.agent_id, 'version', a.version, 'lastSeenAt', a.last_seen_at)
          ORDER BY a.last_seen_at DESC, a.agent_id) FILTER (WHERE a.last_seen_at > now() - $2 * interval '1 millisecond') AS agents
      FROM private_location_agents a WHERE a.account_id = l.account_id AND a.location_id = l.id) seen
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('id', k.id, 'maskedKey', k.masked_key, 'createdAt', k.created_at, 'updatedAt', k.updated_at)
        ORDER BY k.created_at, k.id) AS keys
      FROM private_location_keys k WHERE k.account_id = l.account_id AND k.location_id = l.id) own
    WHERE l.account_id = $1 ${rest}`,
});

const LIST = read('private_locations_list', 'ORDER BY l.created_at DESC, l.id DESC');
const ONE = read('private_locations_one', 'AND l.id = $3');

/** Locations with everything that is shown of them, in one statement however many there are. */
@Injectable()
export class PrivateLocationsQueries {
  constructor(private readonly database: Database) {}

  async list(account: AccountId): Promise<LocationDetails[]> {
    return (await this.database.rows<Row>(LIST, [account, AGENT_PRESENCE_MS])).map(details);
  }

  /** Throws not-found when the account has no such location. */
  async get(account: AccountId, id: string): Promise<LocationDetails> {
    const [row] = await this.database.rows<Row>(ONE, [account, AGENT_PRESENCE_MS, id]);
    if (!row) throw notFound();
    return details(row);
  }
}

function details({ keys, agents, ...location }: Row): LocationDetails {
  return {
    ...location,
    keys: keys.map(({ createdAt, updatedAt, ...key }) => ({
      ...key,
      createdAt: new Date(createdAt),
      updatedAt: updatedAt === null ? null : new Date(updatedAt),
    })),
    agents: agents.map(({ lastSeenAt, ...agent }) => ({ ...agent, lastSeenAt: new Date(lastSeenAt) })),
  };
}
