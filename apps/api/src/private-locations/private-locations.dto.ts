import {
  agentsByVersion,
  DEFAULT_LOCATION_ICON,
  isProxyUrl,
  maskProxyUrl,
  mayAct,
  SLUG_NAME,
  type AgentVersion,
  type Role,
} from '#domain';
import { CreateOf, field, Flag, Ignores, NestedList, Text, text, Time, UpdateOf, Uuid, ViewOf, Whole } from '#http';
import type { IssuedLocationKey } from './private-locations.service.js';
import type { LocationDetails } from './private-locations.queries.js';

/** The location that the first start makes has this id in every account, so that the documentation's examples work. */
export const EXAMPLE_LOCATION_ID = '22222222-2222-4222-8222-222222222222';

const PROXY_URL = {
  ...text({ min: 1, max: 2_048 }),
  check: (value: unknown) =>
    typeof value === 'string' && value.length <= 2_048 && isProxyUrl(value)
      ? null
      : 'must be an http or https URL of at most 2048 characters; it may hold {{VARIABLES}}',
};

/** Reference 3.12. */
class Slug {
  @Text({
    pattern: SLUG_NAME,
    hint: 'must have 1 to 30 letters, digits or hyphens',
    description: 'What checks name the location by; cannot be changed. Must not look like a public region',
    example: 'office-berlin',
  })
  slugName: string;
}

class LocationFields {
  @Text({ min: 1, max: 255, description: 'Name of the location', example: 'Office Berlin' }) name: string;
  @Text({ min: 1, max: 100, default: DEFAULT_LOCATION_ICON, description: 'Name of an Octicon', example: 'location' })
  icon: string;
  @field(PROXY_URL, {
    nullable: true,
    default: null,
    description:
      'What requests of its agents to targets go through. Keep its password in a secret variable; one that is written here is shown to ADMIN keys only',
    example: 'http://{{PROXY_USER}}:{{PROXY_PASSWORD}}@proxy.example.com:3128',
  })
  proxyUrl: string | null;
}

class KeyFields {
  @Uuid({ description: 'Id of the key', example: '33333333-3333-4333-8333-333333333333' }) id: string;
  @Text({ description: 'The end of the key', example: '...6a1e' }) maskedKey: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

export class PrivateLocationKeyView extends KeyFields {
  static of({ id, maskedKey, createdAt, updatedAt }: Omit<IssuedLocationKey, 'rawKey'>): PrivateLocationKeyView {
    return { id, maskedKey, created_at: createdAt, updated_at: updatedAt };
  }
}

class RawKey {
  @Text({ description: 'The key, shown this once', example: 'pl_0123456789abcdef0123456789ab6a1e' }) rawKey: string;
}

export class PrivateLocationNewKeyView extends ViewOf(KeyFields, RawKey) {
  static of(key: IssuedLocationKey): PrivateLocationNewKeyView {
    return { ...PrivateLocationKeyView.of(key), rawKey: key.rawKey };
  }
}

class ServerFields {
  @Uuid({ description: 'Id of the location', example: EXAMPLE_LOCATION_ID }) id: string;
  @NestedList(() => PrivateLocationKeyView, { description: 'Its keys, at most two, without the keys themselves' })
  keys: PrivateLocationKeyView[];
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

class RunningAgentView {
  @Uuid({ description: 'Id of the agent', example: '44444444-4444-4444-8444-444444444444' }) id: string;
  @Time({ description: 'When it was seen last', example: '2026-11-21T12:00:00.000Z' }) lastSeenAt: Date;
}

class AgentVersionView {
  @Text({ description: 'Version of the agents', example: '0.1.0' }) version: string;
  @Whole({ min: 1, description: 'How many run it', example: 1 }) count: number;
  @NestedList(() => RunningAgentView, { max: 10_000, description: 'The agents, the latest seen first' })
  agents: RunningAgentView[];
}

class AgentFields {
  @Time({ nullable: true, description: 'When an agent was seen last', example: null }) lastSeen: Date | null;
  @Whole({ min: 0, description: 'Agents seen within the last 10 minutes', example: 1 }) agentCount: number;
  @NestedList(() => AgentVersionView, { optional: true, description: 'With `versions=true`: those agents by version' })
  runningAgents?: AgentVersion[];
}

export class PrivateLocationsQuery {
  @Flag({ default: false, description: 'Adds `runningAgents`', example: false }) versions: boolean;
}

@Ignores(ServerFields, AgentFields)
export class PrivateLocationCreateRequest extends CreateOf(Slug, LocationFields) {}

@Ignores(Slug, ServerFields, AgentFields)
export class PrivateLocationUpdateRequest extends UpdateOf(LocationFields, ['name']) {}

/** What creating and updating answer: without the agents (reference 2.15). */
export class PrivateLocationView extends ViewOf(CreateOf(Slug, LocationFields), ServerFields) {
  static of(location: LocationDetails, role: Role): PrivateLocationView {
    const { id, name, slugName, icon, keys, createdAt, updatedAt } = location;
    const proxyUrl = mayAct(role, 'ADMIN') ? location.proxyUrl : maskProxyUrl(location.proxyUrl);
    const own = keys.map(PrivateLocationKeyView.of);
    return { id, name, slugName, icon, proxyUrl, keys: own, created_at: createdAt, updated_at: updatedAt };
  }
}

export class PrivateLocationReadView extends ViewOf(PrivateLocationView, AgentFields, ['runningAgents']) {
  static of(location: LocationDetails, role: Role, versions = false): PrivateLocationReadView {
    const { lastSeen, agents } = location;
    const view = { ...PrivateLocationView.of(location, role), lastSeen, agentCount: agents.length };
    return versions ? { ...view, runningAgents: agentsByVersion(agents) } : view;
  }
}
