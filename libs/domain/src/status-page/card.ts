import { ruleBroken } from '../domain-error.js';

/** A group of services on a status page, in the order in which they are shown. */
export interface Card {
  readonly id: string;
  name: string;
  serviceIds: string[];
}

/** A card as a request has it (spec 2.2). */
export interface SentCard {
  id?: string;
  statusPageId?: string;
  name: string;
  services: { id: string }[];
}

/** `changed` is true for new cards too. */
export interface ArrangedCard extends Card {
  changed: boolean;
}

/**
 * The cards of a page as they are written as a whole: those with the id of one that is there become it, those without an
 * id get a new one from `newId`, and the others of the page go. Throws a rule error when an id is that of no card of this
 * page, or something is named twice.
 */
export function arrangeCards(
  page: { id: string; cards: readonly Card[] },
  sent: readonly SentCard[],
  newId: () => string,
): ArrangedCard[] {
  const arranged = sent.map(({ id, statusPageId = page.id, name, services }) => {
    if (statusPageId.toLowerCase() !== page.id) throw broken('has the statusPageId of another page');
    const there = page.cards.find((card) => card.id === id?.toLowerCase());
    if (id !== undefined && !there) throw broken('has the id of no card of this page. Leave it out for a new card');
    const serviceIds = services.map((service) => service.id.toLowerCase());
    if (hasTwins(serviceIds)) throw broken('names a service twice');
    const changed = there?.name !== name || there.serviceIds.join() !== serviceIds.join();
    return { id: there?.id ?? newId(), name, serviceIds, changed };
  });
  if (hasTwins(arranged.map(({ id }) => id))) throw broken('has the id of another one');
  return arranged;
}

const hasTwins = (ids: string[]) => new Set(ids).size < ids.length;
const broken = (what: string) => ruleBroken(`A card in "cards" ${what}.`, 'cards');
