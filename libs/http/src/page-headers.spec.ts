import { contentRange, links } from './page-headers.js';

const page = (page: number, count: number, total: number, limit = 10) => ({
  count,
  total,
  limit,
  page,
});

describe('contentRange', () => {
  it.each([
    [page(1, 10, 23), '0-9/23'],
    [page(3, 3, 23), '20-22/23'],
    [page(4, 0, 23), '*/23'],
    [page(1, 0, 0), '*/0'],
  ])('counts items from 0: %j', (given, text) => expect(contentRange(given)).toBe(text));
});

describe('links', () => {
  it('names the next and the last page, and keeps the rest of the query', () => {
    expect(links(page(1, 10, 23), '/v1/things?limit=10&tag=a%20b')).toBe(
      '</v1/things?limit=10&tag=a+b&page=2>; rel="next", </v1/things?limit=10&tag=a+b&page=3>; rel="last"',
    );
  });

  it('has no next page at the end and beyond, and nothing for nothing', () => {
    expect(links(page(3, 3, 23), '/v1/things?page=3')).toBe('</v1/things?page=3>; rel="last"');
    expect(links(page(9, 0, 23), '/v1/things?page=9')).toBe('</v1/things?page=3>; rel="last"');
    expect(links(page(1, 0, 0), '/v1/things')).toBe('');
  });

  it('stays on this host, whatever the path looks like', () => {
    expect(links(page(1, 10, 11), '//evil.example/v1?page=1')).not.toContain('http');
  });
});
