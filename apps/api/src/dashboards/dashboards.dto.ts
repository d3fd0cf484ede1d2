import {
  CUSTOM_DOMAIN,
  CUSTOM_URL,
  DASHBOARD_NAMES,
  DASHBOARD_WIDTHS,
  MAX_DOMAIN,
  PAGINATION_RATES,
  REFRESH_RATES,
  type DashboardKey,
  type DashboardName,
  type DashboardWidth,
  type PaginationRate,
  type RefreshRate,
} from '#domain';
import { Flag, HttpUrl, Ignores, NestedList, OneOf, Text, TextList, Time, UpdateOf, Uuid, ViewOf, Whole } from '#http';
import type { DashboardRow } from './dashboard.entity.js';

/** The dashboard that the first start makes has this id in every account, so that the documentation's examples work. */
export const EXAMPLE_DASHBOARD_ID = 'example001';
/** In an empty database it is the first. */
export const EXAMPLE_DASHBOARD_NUMBER = 1;

/** Spec 2.1. */
class DashboardFields {
  @Text({
    optional: true,
    min: 1,
    max: 63,
    pattern: CUSTOM_URL,
    hint: 'must have letters, digits and hyphens, and neither start nor end with a hyphen',
    description:
      "The dashboard's subdomain, unique across all accounts whatever its case; a random one when none is sent",
    example: 'acme-status',
  })
  customUrl?: string;
  @Text({
    nullable: true,
    default: null,
    min: 1,
    max: MAX_DOMAIN,
    pattern: CUSTOM_DOMAIN,
    hint: 'must be a host name such as status.example.com, without scheme and port',
    description: 'A domain of your own, unique across all accounts whatever its case',
    example: 'status.example.com',
  })
  customDomain: string | null;
  @HttpUrl({
    nullable: true,
    default: null,
    description: 'Address of an image file',
    example: 'https://example.com/logo.png',
  })
  logo: string | null;
  @HttpUrl({
    nullable: true,
    default: null,
    description: 'Address of an image file used as favicon',
    example: 'https://example.com/favicon.png',
  })
  favicon: string | null;
  @HttpUrl({ optional: true, description: 'Opened when the logo is clicked', example: 'https://example.com' })
  link?: string;
  @Text({ optional: true, description: 'Text at the top of the dashboard', example: 'Acme status' }) header?: string;
  @Text({
    nullable: true,
    default: null,
    description: 'Text below the header or title',
    example: 'How our services are doing',
  })
  description: string | null;
  @OneOf(DASHBOARD_WIDTHS, { default: 'FULL', description: 'The whole screen, or centred', example: 'FULL' })
  width: DashboardWidth;
  @OneOf(REFRESH_RATES, { default: 60, description: 'Seconds after which it is loaded again', example: 60 })
  refreshRate: RefreshRate;
  @Flag({ default: true, description: 'Whether it has pages', example: true }) paginate: boolean;
  @OneOf(PAGINATION_RATES, { default: 60, description: 'Seconds for which a page is shown', example: 60 })
  paginationRate: PaginationRate;
  @Whole({ nullable: true, default: 15, min: 1, max: 20, description: 'Checks on each page', example: 15 })
  checksPerPage: number | null;
  @Flag({
    nullable: true,
    default: false,
    description: 'Shows checks that have all of the tags, instead of at least one',
    example: false,
  })
  useTagsAndOperator: boolean | null;
  @Flag({ default: false, description: 'Hides the tags', example: false }) hideTags: boolean;
  @Flag({ default: false, description: 'Shows its incidents', example: false }) enableIncidents: boolean;
  @Flag({ default: false, description: 'Shows each check with its details', example: false }) expandChecks: boolean;
  @TextList({
    default: [],
    each: { max: 255 },
    description: 'Which checks are shown: those with these tags, all when there are none',
    example: ['production'],
  })
  tags: string[];
  @Flag({ default: true, description: 'Shows header and description', example: true }) showHeader: boolean;
  @Flag({ default: false, description: 'Shows links to the runs of checks', example: false })
  showCheckRunLinks: boolean;
  @Flag({ default: true, description: 'Shows the names of groups', example: true }) showGroupNames: boolean;
  @Text({ nullable: true, default: '', max: 100_000, description: 'Styles of its own', example: '' })
  customCSS: string | null;
  @Flag({
    default: false,
    description:
      'Visitors need the key of the dashboard. The key is made when this is turned on, and ends when it is turned off',
    example: false,
  })
  isPrivate: boolean;
  @Flag({ default: true, description: 'Shows the 95th percentile of response times', example: true })
  showP95: boolean;
  @Flag({ default: true, description: 'Shows the 99th percentile of response times', example: true })
  showP99: boolean;
}

class DashboardKeyView {
  @Uuid({ description: 'Id of the key', example: '55555555-5555-4555-8555-555555555555' }) id: string;
  @Text({
    optional: true,
    description: 'The key itself: only in the answer to the request that made it',
    example: 'da_0123456789abcdef0123456789ab6a1e',
  })
  rawKey?: string;
  @Text({ description: 'The end of the key', example: '...6a1e' }) maskedKey: string;
  @Time({ description: 'When it was made', example: '2026-11-21T12:00:00.000Z' }) created_at: string;
  @Time({ description: 'The same: keys do not change', example: '2026-11-21T12:00:00.000Z' }) updated_at: string;

  static of({ id, maskedKey, createdAt }: DashboardKey, rawKey?: string): DashboardKeyView {
    return { id, rawKey, maskedKey, created_at: createdAt, updated_at: createdAt };
  }
}

class ServerFields {
  @Whole({ min: 1, description: 'What incidents name the dashboard by', example: EXAMPLE_DASHBOARD_NUMBER }) id: number;
  @Text({ description: 'What paths name the dashboard by', example: EXAMPLE_DASHBOARD_ID }) dashboardId: string;
  @NestedList(() => DashboardKeyView, { description: 'The key of a private dashboard; none while it is public' })
  keys: DashboardKeyView[];
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

@Ignores(ServerFields)
export class DashboardCreateRequest extends DashboardFields {}

@Ignores(ServerFields)
export class DashboardUpdateRequest extends UpdateOf(DashboardFields) {}

export class DashboardQuery {
  @OneOf(DASHBOARD_NAMES, {
    optional: true,
    description: 'Takes the value in the path for this name of the dashboard, instead of its `dashboardId`',
  })
  type?: DashboardName;
}

/** `link` and `header` are left out while they were never set: their requests refuse null (decision 4). */
export class DashboardView extends ViewOf(DashboardFields, ServerFields, ['link', 'header']) {
  /** With `rawKey`: the key that this request has made. */
  static of({ dashboard, rawKey }: { dashboard: DashboardRow; rawKey?: string }): DashboardView {
    const { accountId: _, keys, link, header, createdAt, updatedAt, ...fields } = dashboard;
    return {
      ...fields,
      link: link ?? undefined,
      header: header ?? undefined,
      keys: keys.map((key) => DashboardKeyView.of(key, rawKey)),
      created_at: createdAt,
      updated_at: updatedAt,
    };
  }
}
