import { arrangeCards, type Card, type SentCard } from './card.js';

const A: Card = { id: 'a', name: 'A', serviceIds: ['s', 't'] };
const B: Card = { id: 'b', name: 'B', serviceIds: [] };
const page = { id: 'page', cards: [A, B] };
const sent = (card: Partial<SentCard>): SentCard => ({ name: 'New', services: [], ...card });
const asSent = ({ serviceIds, ...card }: Card): SentCard => ({ ...card, services: serviceIds.map((id) => ({ id })) });
const arrange = (...cards: SentCard[]) => {
  let made = 0;
  return arrangeCards(page, cards, () => `new-${(made += 1)}`);
};

describe('arrangeCards', () => {
  it('keeps ids and the order that was sent, and makes ids for new cards', () => {
    const cards = arrange(asSent(B), sent({ services: [{ id: 's' }] }), asSent(A), sent({}));
    expect(cards.map(({ id }) => id)).toEqual(['b', 'new-1', 'a', 'new-2']);
    expect(cards[1]).toEqual({ id: 'new-1', name: 'New', serviceIds: ['s'], changed: true });
  });

  it('tells what changed', () => {
    const changed = (card: SentCard) => arrange(card)[0]!.changed;
    expect(changed(asSent(A))).toBe(false);
    expect(changed({ ...asSent(A), statusPageId: 'PAGE', id: 'A' })).toBe(false);
    expect(changed({ ...asSent(A), name: 'Other' })).toBe(true);
    expect(changed({ ...asSent(A), services: [{ id: 't' }, { id: 's' }] })).toBe(true);
    expect(changed(sent({}))).toBe(true);
  });

  it.each<[string, SentCard[]]>([
    ['no card of this page', [sent({ id: 'c' })]],
    ['another page', [sent({ statusPageId: 'other' })]],
    ['another page', [{ ...asSent(A), statusPageId: 'other' }]],
    ['id of another one', [asSent(A), { ...asSent(A), id: 'A' }]],
    ['a service twice', [sent({ services: [{ id: 's' }, { id: 'S' }] })]],
  ])('refuses %s', (what, cards) => expect(() => arrange(...cards)).toThrow(what));
});
