/** Where a page lies in its list; `count` is how many items it holds. */
export interface PagePlace {
  count: number;
  total: number;
  limit: number;
  page: number;
}

/** `0-9/23`; `*\/23` when the page lies beyond the end. */
export function contentRange({ count, total, limit, page }: PagePlace): string {
  const first = (page - 1) * limit;
  return count === 0 ? `*/${total}` : `${first}-${first + count - 1}/${total}`;
}

/** Addresses of the next and the last page, on this host (reference 1.3). Empty for an empty list. */
export function links({ total, limit, page }: PagePlace, originalUrl: string): string {
  const last = Math.max(1, Math.ceil(total / limit));
  const address = addresses(originalUrl);
  const to = (target: number, rel: string) => `<${address(target)}>; rel="${rel}"`;
  return [...(page < last ? [to(page + 1, 'next')] : []), ...(total > 0 ? [to(last, 'last')] : [])].join(', ');
}

/** An address in which nothing has to be encoded or normalised: nearly all of them. */
const PLAIN = /^((?:\/[\w-]+)+)(?:\?([\w.*-]+=[\w.*-]*(?:&[\w.*-]+=[\w.*-]*)*))?$/;

/** The same address with another page. Most need no parsing as a URL, hence the short way. */
function addresses(originalUrl: string): (page: number) => string {
  const [, path, query = ''] = PLAIN.exec(originalUrl) ?? [];
  if (path === undefined) return withUrl(originalUrl);
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith('page='));
  return (page) => `${path}?${[...others, `page=${page}`].join('&')}`;
}

function withUrl(originalUrl: string): (page: number) => string {
  return (page) => {
    const url = new URL(originalUrl, 'http://localhost');
    url.searchParams.delete('page');
    url.searchParams.set('page', String(page));
    return `${url.pathname}${url.search}`;
  };
}
