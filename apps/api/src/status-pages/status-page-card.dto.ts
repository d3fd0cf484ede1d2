import type { SentCard } from '#domain';
import { Ignores, NestedList, Text, Time, Uuid, ViewOf } from '#http';
import { StatusPageServiceReference, StatusPageServiceView } from '../status-page-services/index.js';

export const EXAMPLE_CARD_ID = '50000000-0000-4000-8000-000000000003';

class CardName {
  @Text({ min: 1, max: 255, description: 'Name of the card', example: 'Shop' }) name: string;
}

class CardTimes {
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: string;
  @Time({ description: 'When it was last changed, at first when it was created', example: '2026-11-21T12:00:00.000Z' })
  updated_at: string;
}

/** Spec 2.2: a card in the request. */
@Ignores(CardTimes)
export class StatusPageCardFields extends CardName implements SentCard {
  @Uuid({
    optional: true,
    description: 'Id of a card of this page; absent: a new card. Ignored on create',
    example: EXAMPLE_CARD_ID,
  })
  id?: string;
  @Uuid({
    optional: true,
    description: 'Id of this page, and of no other one. Ignored on create',
    example: '50000000-0000-4000-8000-000000000002',
  })
  statusPageId?: string;
  @NestedList(() => StatusPageServiceReference, {
    default: [],
    description: 'The services on it, in their order, each once',
  })
  services: StatusPageServiceReference[];
}

class CardId {
  @Uuid({ description: 'Id of the card', example: EXAMPLE_CARD_ID }) id: string;
}

class CardServices {
  @NestedList(() => StatusPageServiceView, { description: 'The services on it, in their order' })
  services: StatusPageServiceView[];
}

/** Spec 2.2: a card in the response. Moments are those that PostgreSQL has written into JSON. */
export class StatusPageCardView extends ViewOf(ViewOf(CardId, CardName), ViewOf(CardServices, CardTimes)) {}
