import * as fc from 'fast-check';
import {
  changeDashboard,
  CUSTOM_DOMAIN,
  CUSTOM_URL,
  keysOf,
  nameKey,
  type Dashboard,
  type DashboardKey,
} from './dashboard.js';

const key = (id: string): DashboardKey => ({
  id,
  maskedKey: '...6a1e',
  keyHash: `hash of ${id}`,
  createdAt: '2026-11-21T12:00:00.000Z',
});

const dashboard = (values: Partial<Dashboard> = {}): Dashboard => ({
  id: 1,
  dashboardId: 'abc',
  customUrl: 'acme',
  customDomain: null,
  logo: null,
  favicon: null,
  link: null,
  header: null,
  description: null,
  width: 'FULL',
  refreshRate: 60,
  paginate: true,
  paginationRate: 60,
  checksPerPage: 15,
  useTagsAndOperator: false,
  hideTags: false,
  enableIncidents: false,
  expandChecks: false,
  tags: [],
  showHeader: true,
  showCheckRunLinks: false,
  showGroupNames: true,
  customCSS: '',
  isPrivate: false,
  showP95: true,
  showP99: true,
  keys: [],
  createdAt: new Date(0),
  updatedAt: null,
  ...values,
});

describe('changeDashboard', () => {
  it('changes what is sent and keeps the rest', () => {
    const change = { header: 'Acme', checksPerPage: null };
    expect(changeDashboard(dashboard({ tags: ['a'] }), change, key('fresh'))).toEqual(
      dashboard({ tags: ['a'], ...change }),
    );
  });

  it('leaves the given one alone', () => {
    const current = dashboard();
    changeDashboard(current, { isPrivate: true }, key('fresh'));
    expect(current).toEqual(dashboard());
  });

  it('has a key exactly while it is private, and a new one each time it becomes private', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.boolean(), { nil: undefined })), (changes) => {
        let current = dashboard();
        for (const [at, isPrivate] of changes.entries()) {
          const before = current;
          const change = isPrivate === undefined ? {} : { isPrivate };
          current = changeDashboard(before, change, key(`fresh ${at}`));
          const kept = before.isPrivate ? before.keys : [key(`fresh ${at}`)];
          expect(current.keys).toEqual(current.isPrivate ? kept : []);
        }
      }),
    );
  });
});

describe('keysOf', () => {
  it('makes none for a public dashboard', () => expect(keysOf(false, [], key('fresh'))).toEqual([]));
  it('takes the fresh one for a private one', () => expect(keysOf(true, [], key('fresh'))).toEqual([key('fresh')]));
});

describe('customUrl', () => {
  it.each(['a', '1', 'acme', 'Acme-2', 'a--b', 'x'.repeat(63)])('may be %s', (name) =>
    expect(CUSTOM_URL.test(name)).toBe(true),
  );
  it.each(['', '-a', 'a-', 'a.b', 'a_b', 'a b', 'büro', 'a\n', 'https://a', 'x'.repeat(64)])(
    'must be one label of a host name: %j',
    (name) => expect(CUSTOM_URL.test(name)).toBe(false),
  );
});

describe('customDomain', () => {
  it.each(['status.example.com', 'a.b', 'Status.Example.COM', '1.example.com', 'xn--bcher-kva.example', 'a.xn--p1ai'])(
    'may be %s',
    (name) => expect(CUSTOM_DOMAIN.test(name)).toBe(true),
  );
  it.each([
    '',
    'localhost',
    'example.com.',
    '.example.com',
    'a..b',
    '*.example.com',
    'https://example.com',
    'example.com:80',
    'example.com/',
    '-a.example.com',
    'a.b-',
    '10.0.0.1',
    'bücher.example',
    `${'x'.repeat(64)}.com`,
    'a.b\n',
  ])('must be a host name of several labels: %j', (name) => expect(CUSTOM_DOMAIN.test(name)).toBe(false));

  it('is judged quickly, whatever is sent', () => {
    const started = process.cpuUsage();
    for (const long of ['a'.repeat(253), 'a-'.repeat(126), `${'a.'.repeat(126)}-`, 'a'.repeat(252) + '!'])
      CUSTOM_DOMAIN.test(long);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

it('names are compared without their case', () => expect(nameKey('Acme-STATUS')).toBe('acme-status'));
