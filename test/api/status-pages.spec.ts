import { PAGE_COLORS } from '#domain';
import {
  startApi,
  statusPageBody,
  statusPageIncidentBody,
  type CursorListBody,
  type ErrorBody,
  type TestAccount,
  type TestApi,
} from '#testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

const PATH = '/v1/status-pages';

interface Card {
  id: string;
  name: string;
  services: { id: string; name: string }[];
  created_at: string;
  updated_at: string;
}
interface Page {
  id: string;
  name: string;
  url: string;
  cards: Card[];
  [field: string]: unknown;
}

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const newService = async (of = account) =>
  (await of.client.post<{ id: string }>(`${PATH}/services`, { name: 'Checkout' })).expect(200).body.id;
const create = async (values: object = {}) =>
  (await account.client.post<Page>(PATH, statusPageBody(values))).expect(201).body;
const read = async ({ id }: { id: string }) => (await account.client.get<Page>(`${PATH}/${id}`)).expect(200).body;
const put = (page: Page, values: object) => account.client.put<Page>(`${PATH}/${page.id}`, { ...page, ...values });
const card = (name: string, ...services: string[]) => ({ name, services: services.map((id) => ({ id })) });
const names = ({ cards }: Page) => cards.map(({ name }) => name);
const colors = (color: string) => Object.fromEntries(PAGE_COLORS.map((name) => [name, color]));
const messageOf = (body: unknown) => (body as ErrorBody).message;

describe('a status page', () => {
  it('is created with defaults, read, updated and deleted', async () => {
    const created = await create({ name: 'Shop', url: 'shop-1' });
    expect(created).toEqual({
      id: expect.any(String),
      name: 'Shop',
      url: 'shop-1',
      customDomain: null,
      description: null,
      logo: null,
      redirectTo: null,
      favicon: null,
      defaultTheme: 'AUTO',
      whiteLabel: false,
      isPrivate: false,
      cards: [],
    });
    expect(await read(created)).toEqual(created);
    const changed = (await put(created, { name: 'Other', description: 'x'.repeat(500) })).expect(200).body;
    expect(changed).toEqual({ ...created, name: 'Other', description: 'x'.repeat(500) });
    expect(await read(created)).toEqual(changed);
    (await account.client.del(`${PATH}/${created.id}`)).expect(204);
    (await account.client.get(`${PATH}/${created.id}`)).expect(404);
    (await put(created, {})).expect(404);
    (await account.client.del(`${PATH}/${created.id}`)).expect(404);
  });

  it('keeps every field, and those that are absent in an update', async () => {
    const values = {
      customDomain: 'status.pharos.test',
      description: '',
      themeColors: { light: colors('#FFF'), dark: colors('#00AAFF') },
      logo: 'https://pharos.test/logo.png',
      redirectTo: 'http://pharos.test',
      favicon: 'https://pharos.test/icon.png',
      defaultTheme: 'DARK',
    };
    const created = await create(values);
    expect(created).toMatchObject(values);
    const { name, url } = created;
    const { body } = (await account.client.put<Page>(`${PATH}/${created.id}`, { name, url, cards: [] })).expect(200);
    expect(body).toEqual(created);
    const nothing = { customDomain: null, description: null, logo: null, redirectTo: null, favicon: null };
    expect((await put(created, nothing)).expect(200).body).toMatchObject(nothing);
  });

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['no url', { url: undefined }],
    ['no cards', { cards: undefined }],
  ])('needs its required fields: %s', async (_what, values) => {
    (await account.client.post(PATH, statusPageBody(values))).expect(400);
    (await put(await create(), values)).expect(400);
  });

  it.each<[string, object]>([
    ['a long description', { description: 'x'.repeat(501) }],
    ['colours in lower case', { themeColors: { light: colors('#fff'), dark: colors('#FFF') } }],
    ['colours by name', { themeColors: { light: colors('red'), dark: colors('#FFF') } }],
    [
      'a colour set with a gap',
      { themeColors: { light: { ...colors('#FFF'), borderColor: undefined }, dark: colors('#FFF') } },
    ],
    ['one theme only', { themeColors: { light: colors('#FFF') } }],
    ['themeColors null', { themeColors: null }],
    ['another theme', { defaultTheme: 'BLUE' }],
    ['a logo that is no URL', { logo: 'javascript:alert(1)' }],
    ['a url with a slash', { url: 'a/b' }],
    ['a url with a dot', { url: 'a.b' }],
    ['a url that starts with a hyphen', { url: '-a' }],
    ['a long url', { url: 'x'.repeat(64) }],
    ['a customDomain of one label', { customDomain: 'localhost' }],
    ['a customDomain with a scheme', { customDomain: 'https://status.pharos.test' }],
  ])('is refused with %s', async (_what, values) => {
    (await account.client.post(PATH, statusPageBody(values))).expect(400);
  });

  it('may be seen by all keys and changed by those that write', async () => {
    const page = await create();
    const runner = await account.clientOf('READ_RUN');
    (await (await account.clientOf('READ_ONLY')).get(`${PATH}/${page.id}`)).expect(200);
    (await runner.post(PATH, statusPageBody())).expect(403);
    (await runner.put(`${PATH}/${page.id}`, page)).expect(403);
    (await runner.del(`${PATH}/${page.id}`)).expect(403);
    (await (await account.clientOf('READ_WRITE')).del(`${PATH}/${page.id}`)).expect(204);
  });
});

describe('addresses', () => {
  it('are stored in lower case and unique over all accounts; the answer does not tell whose it is', async () => {
    const page = await create({ url: 'My-Page', customDomain: 'Status.Example.TEST' });
    expect(page).toMatchObject({ url: 'my-page', customDomain: 'status.example.test' });
    const other = await api.account();
    const refusals = [];
    for (const { client } of [account, other]) {
      refusals.push((await client.post(PATH, statusPageBody({ url: 'MY-PAGE' }))).expect(409).body);
      const domain = statusPageBody({ customDomain: 'STATUS.example.test' });
      refusals.push((await client.post(PATH, domain)).expect(409).body);
    }
    expect(refusals.map(messageOf)).toEqual([
      'This url is taken. Choose another one.',
      'This customDomain is taken. Choose another one.',
      'This url is taken. Choose another one.',
      'This customDomain is taken. Choose another one.',
    ]);
    expect(await api.sql('SELECT FROM status_pages WHERE account_id = $1', [other.id])).toEqual([]);
  });

  it('are taken and given back by updates and deletions', async () => {
    const [one, two] = [
      await create({ url: 'first' }),
      await create({ url: 'second', customDomain: 'two.pharos.test' }),
    ];
    expect(messageOf((await put(one, { name: 'Changed', url: 'second' })).expect(409).body)).toContain('url');
    (await put(one, { customDomain: 'two.pharos.test' })).expect(409);
    expect(await read(one)).toEqual(one);
    const moved = (await put(two, { url: 'third', customDomain: null })).expect(200).body;
    (await put(one, { url: 'second', customDomain: 'two.pharos.test' })).expect(200);
    (await put(moved, { url: 'second' })).expect(409);
    (await account.client.del(`${PATH}/${one.id}`)).expect(204);
    (await put(moved, { url: 'second', customDomain: 'two.pharos.test' })).expect(200);
  });

  it('have one page each when fifty are made at the same time', async () => {
    const accounts = [account, await api.account()];
    const body = statusPageBody({ url: 'wanted' });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => (await accounts[n % 2]!.client.post(PATH, body)).status),
    );
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(await api.sql(`SELECT FROM status_pages WHERE url = 'wanted'`)).toHaveLength(1);
  });
});

describe('cards', () => {
  it('come in their order, with their services in full and in theirs', async () => {
    const [one, two] = [await newService(), await newService()];
    const page = await create({ cards: [card('B', two, one), card('A'), card('C', one)] });
    expect(page.cards).toEqual([
      expect.objectContaining({ name: 'B', updated_at: page.cards[0]!.created_at }),
      expect.objectContaining({ name: 'A', services: [] }),
      expect.objectContaining({ name: 'C' }),
    ]);
    expect(page.cards[0]!.services.map(({ id }) => id)).toEqual([two, one]);
    const service = (await account.client.get(`${PATH}/services/${one}`)).body;
    expect(page.cards[2]!.services).toEqual([service]);
    expect(await read(page)).toEqual(page);
  });

  it('are written as a whole: known ids stay, others are new, the rest goes', async () => {
    const service = await newService();
    const page = await create({ cards: [card('A', service), card('B'), card('C')] });
    const [a, b, c] = page.cards as [Card, Card, Card];
    const sent = [c, { name: 'New', statusPageId: page.id }, { ...a, name: 'A2' }];
    const { cards } = (await put(page, { cards: sent })).expect(200).body;
    expect(cards.map(({ name }) => name)).toEqual(['C', 'New', 'A2']);
    expect([cards[0], cards[2]]).toEqual([c, { ...a, name: 'A2', updated_at: expect.any(String) }]);
    expect(cards.map(({ id }) => id)).not.toContain(b.id);
    const unchanged = (await put(page, { cards })).expect(200).body;
    expect(unchanged.cards).toEqual(cards);
    const moved = (await put(page, { cards: [{ ...cards[2], services: [] }] })).expect(200).body;
    expect(moved.cards).toMatchObject([{ id: a.id, services: [] }]);
    expect((await put(page, { cards: [] })).expect(200).body.cards).toEqual([]);
  });

  it('of another page or account, and unknown services, are refused and change nothing', async () => {
    const mine = await newService();
    const page = await create({ cards: [card('A', mine)] });
    const other = await create({ cards: [card('Other')] });
    const theirs = await api.account();
    const theirService = await newService(theirs);
    const theirBody = statusPageBody({ cards: [card('Theirs')] });
    const theirPage = (await theirs.client.post<Page>(PATH, theirBody)).expect(201).body;
    const refusal = async (cards: object[], status = 400) =>
      messageOf((await put(page, { name: 'Changed', cards })).expect(status).body);
    const unknownCard = await refusal([{ id: randomUUID(), name: 'x' }]);
    expect(unknownCard).toContain('no card of this page');
    expect(await refusal([other.cards[0]!])).toBe(unknownCard);
    expect(await refusal([theirPage.cards[0]!])).toBe(unknownCard);
    const unknownPage = await refusal([{ name: 'x', statusPageId: randomUUID() }]);
    expect(await refusal([{ name: 'x', statusPageId: other.id }])).toBe(unknownPage);
    expect(await refusal([{ name: 'x', statusPageId: theirPage.id }])).toBe(unknownPage);
    const unknownService = await refusal([card('x', randomUUID())], 404);
    expect(unknownService).toBe('"cards" names a service that the account does not have.');
    expect(await refusal([card('x', mine), card('y', theirService)], 404)).toBe(unknownService);
    expect(await refusal([card('x', mine, mine)])).toContain('twice');
    expect(await refusal([page.cards[0]!, page.cards[0]!])).toContain('id of another one');
    (await account.client.post(PATH, statusPageBody({ cards: [card('x', theirService)] }))).expect(404);
    expect([await read(page), await read(other)]).toEqual([page, other]);
    expect((await theirs.client.get(`${PATH}/${theirPage.id}`)).body).toEqual(theirPage);
  });

  it('of a new page are new, whatever ids they were sent with', async () => {
    const other = await create({ cards: [card('A', await newService()), card('B')] });
    const sent = other.cards.map((one) => ({ ...one, statusPageId: other.id }));
    const page = await create({ cards: [...sent, sent[0]!] });
    expect(names(page)).toEqual(['A', 'B', 'A']);
    expect(new Set([...page.cards, ...other.cards].map(({ id }) => id)).size).toBe(5);
    expect(await read(other)).toEqual(other);
  });

  it('are those of one writer when two write at the same time', async () => {
    const page = await create({ cards: [card('A'), card('B')] });
    for (let round = 0; round < 5; round += 1) {
      const sets = ['x', 'y'].map((writer) => [1, 2, 3].map((n) => `${writer}${round}-${n}`));
      const answers = await Promise.all(sets.map((set) => put(page, { cards: set.map((name) => card(name)) })));
      for (const [index, answer] of answers.entries())
        expect(names(answer.expect(200).body)).toHaveLength(sets[index]!.length);
      expect(sets).toContainEqual(names(await read(page)));
    }
  });

  it('lose a deleted service', async () => {
    const [gone, kept] = [await newService(), await newService()];
    const page = await create({ cards: [card('A', gone, kept)] });
    (await account.client.del(`${PATH}/services/${gone}`)).expect(204);
    expect((await read(page)).cards[0]!.services.map(({ id }) => id)).toEqual([kept]);
  });
});

describe('the list', () => {
  const list = async (query = '') =>
    (await account.client.get<CursorListBody<Page>>(`${PATH}?${query}`)).expect(200).body;

  it('is walked along, newest first, with cards and what is not resolved on their services', async () => {
    const service = await newService();
    const shows = await create({ cards: [card('A', service), card('B', service)] });
    const rest = [await create(), await create({ themeColors: { light: colors('#FFF'), dark: colors('#000') } })];
    const body = statusPageIncidentBody([service]);
    const incident = (await account.client.post<{ id: string }>(`${PATH}/incidents`, body)).expect(201).body;
    const resolved = statusPageIncidentBody([service], { incidentUpdates: [{ description: 'x', status: 'RESOLVED' }] });
    (await account.client.post(`${PATH}/incidents`, resolved)).expect(201);
    const first = await list('limit=2');
    const last = await list(`limit=2&nextId=${first.nextId}`);
    expect([first.length, last.length, last.nextId]).toEqual([2, 1, null]);
    const entry = (page: Page, incidents: object[]) => ({
      ...page,
      accountId: account.id,
      created_at: expect.any(String),
      updated_at: null,
      incidents,
    });
    expect(first.entries).toEqual(rest.toReversed().map((page) => entry(page, [])));
    expect(last.entries).toEqual([entry(shows, [{ ...incident, duration: expect.any(Number) }])]);
    expect((await put(shows, last.entries[0]!)).expect(200).body).toEqual(shows);
    (await account.client.get(`${PATH}?nextId=x`)).expect(400);
  });

  it('and writes take as many statements with one card as with many', async () => {
    const services = [await newService(), await newService(), await newService()];
    const small = () => [card('A', services[0]!)];
    const large = () => Array.from({ length: 30 }, (_, n) => card(`Card ${n}`, ...services));
    const counts: number[][] = [];
    for (const cards of [small, large]) {
      let page: Page;
      counts.push([
        await statements(async () => (page = await create({ cards: cards() }))),
        await statements(() => put(page, { cards: cards() })),
        await statements(() => list('limit=100')),
      ]);
      for (let n = 0; n < 10; n += 1) await create({ cards: large() });
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(Math.min(...counts[0]!)).toBeGreaterThan(0);
  });
});

/** How many statements about status pages are sent meanwhile. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const spy = jest.spyOn(Client.prototype, 'query');
  await work();
  const texts = spy.mock.calls.map(([query]) => JSON.stringify((query as { text?: string }).text ?? query));
  spy.mockRestore();
  return texts.filter((text) => text.includes('status_page')).length;
}
