import { HOST_NAME, PAGE_SLUG, PAGE_THEMES, type PageTheme, type ThemeColors } from '#domain';
import {
  CreateOf,
  CursorListOf,
  field,
  Flag,
  HttpUrl,
  Ignores,
  Nested,
  NestedList,
  OneOf,
  Text,
  text,
  Time,
  UpdateOf,
  Uuid,
  ViewOf,
  type TextBounds,
} from '#http';
import { StatusPageIncidentView } from '../status-page-incidents/index.js';
import { EXAMPLE_SERVICE_ID } from '../status-page-services/index.js';
import { StatusPageCardFields, StatusPageCardView } from './status-page-card.dto.js';
import type { StatusPageDetails, StatusPageListed } from './status-pages.queries.js';
import { ThemeColorsFields } from './theme-colors.dto.js';

/** Of the first start, so that the examples of the documentation work (decision 33). */
export const EXAMPLE_PAGE_ID = '50000000-0000-4000-8000-000000000002';
export const EXAMPLE_PAGE_URL = 'example-status';

/** Part of an address: stored in lower case (reference 3.2). */
const address = (bounds: TextBounds) => ({ ...text(bounds), parse: (value: unknown) => String(value).toLowerCase() });
const Slug = (example: string) =>
  field(address({ min: 1, max: 63, pattern: PAGE_SLUG, hint: 'must have letters, digits and hyphens inside only' }), {
    description: 'Slug of the page below the shared domain, in lower case; unique over all accounts',
    example,
  });

/** Those of the page that is there already, for updates; a new page needs another slug. */
class Url {
  @Slug(EXAMPLE_PAGE_URL) url: string;
}
class NewUrl {
  @Slug('status') url: string;
}

/** Spec 2.2. */
class PageFields {
  @Text({ min: 1, max: 255, description: 'Name of the page', example: 'Status of the shop' }) name: string;
  @field(address({ min: 4, max: 253, pattern: HOST_NAME, hint: 'must be a host name such as status.example.com' }), {
    nullable: true,
    default: null,
    description: 'Host name under which the page is shown as well, in lower case; unique over all accounts',
    example: null,
  })
  customDomain: string | null;
  @Text({ max: 500, nullable: true, default: null, description: 'What the page is about', example: 'How we are doing' })
  description: string | null;
  @Nested(() => ThemeColorsFields, { optional: true, description: 'Colours of the themes; absent: the usual ones' })
  themeColors?: ThemeColors;
  @HttpUrl({ nullable: true, default: null, description: 'URL of the logo', example: 'https://example.com/logo.png' })
  logo: string | null;
  @HttpUrl({ nullable: true, default: null, description: 'Where the logo leads', example: 'https://example.com' })
  redirectTo: string | null;
  @HttpUrl({ nullable: true, default: null, description: 'URL of the icon', example: 'https://example.com/icon.png' })
  favicon: string | null;
  @OneOf(PAGE_THEMES, { default: 'AUTO', description: 'Theme that visitors see first', example: 'AUTO' })
  defaultTheme: PageTheme;
}

class SentCards {
  @NestedList(() => StatusPageCardFields, {
    description: 'All cards in their order: written as a whole, so those that are left out go',
    example: [{ name: 'Shop', services: [{ id: EXAMPLE_SERVICE_ID }] }],
  })
  cards: StatusPageCardFields[];
}

class PageServerFields {
  @Uuid({ description: 'Id of the page', example: EXAMPLE_PAGE_ID }) id: string;
  @Flag({ description: 'Whether nothing on the page names the service behind it', example: false }) whiteLabel: boolean;
  @Flag({ description: 'Whether visitors need a password', example: false }) isPrivate: boolean;
}

class Cards {
  @NestedList(() => StatusPageCardView, { description: 'The cards in their order' }) cards: StatusPageCardView[];
}

class ListFields {
  @Uuid({ description: 'Account that it belongs to', example: '00000000-0000-4000-8000-000000000001' })
  accountId: string;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
  @NestedList(() => StatusPageIncidentView, {
    description: 'What is not resolved of the incidents on its services, newest first, at most 20',
  })
  incidents: StatusPageIncidentView[];
}

@Ignores(PageServerFields, ListFields)
export class StatusPageCreateRequest extends CreateOf(CreateOf(NewUrl, PageFields), SentCards) {}

@Ignores(PageServerFields, ListFields)
export class StatusPageUpdateRequest extends UpdateOf(CreateOf(CreateOf(Url, PageFields), SentCards), [
  'name',
  'url',
  'cards',
]) {}

export class StatusPageView extends ViewOf(ViewOf(PageServerFields, CreateOf(Url, PageFields)), Cards, [
  'themeColors',
]) {
  static of(page: StatusPageDetails): StatusPageView {
    const { accountId: _account, createdAt: _created, updatedAt: _updated, themeColors, ...shown } = page;
    return themeColors ? { ...shown, themeColors } : shown;
  }
}

/** Reference 3.2: an entry of the list. */
export class StatusPageEntryView extends ViewOf(StatusPageView, ListFields, ['themeColors']) {
  static of({ incidents, ...page }: StatusPageListed): StatusPageEntryView {
    const { accountId, createdAt, updatedAt } = page;
    return {
      ...StatusPageView.of(page),
      accountId,
      created_at: createdAt,
      updated_at: updatedAt,
      incidents: incidents.map((incident) => StatusPageIncidentView.of(incident)),
    };
  }
}

export class StatusPageListView extends CursorListOf(() => StatusPageEntryView) {}
