import { networkInterfaces } from 'node:os';
import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import { RequestFailure } from '#agent';
import { askUrl, at, expectPhases } from './ask-url.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { httpsTarget, httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

describe('redirects', () => {
  it('are followed, relative ones too, and their phases are added', async () => {
    const port = await httpTarget((request, response) => {
      const next = { '/': '/a?x=1', '/a?x=1': 'b', '/b': `//127.0.0.1:${port}/c` }[request.url ?? ''];
      if (next === undefined) response.end('there');
      else response.writeHead(302, { Location: next }).end('here');
    });
    const outcome = await askUrl({ url: at(port) });
    expect(outcome.detail.response).toMatchObject({ status: 200, body: 'there', href: at(port, '/c') });
    expectPhases(outcome);
  });

  it.each([301, 302, 303, 307, 308])('with status %i are followed', async (status) => {
    const port = await httpTarget((request, response) =>
      request.url === '/' ? response.writeHead(status, { Location: '/a' }).end() : response.end('there'),
    );
    expect((await askUrl({ url: at(port) })).statusCode).toBe(200);
  });

  it('are the answer when they are not to be followed', async () => {
    const port = await httpTarget((_request, response) =>
      response.writeHead(301, { Location: 'http://a:b@c/' }).end('x'),
    );
    const { statusCode, detail } = await askUrl({ url: at(port), followRedirects: false });
    expect([statusCode, detail.response?.body, detail.response?.headers.location]).toEqual([301, 'x', 'http://c/']);
  });

  it.each([
    ['a loop', (path: string) => ({ '/': '/a', '/a': '/' })[path] ?? '/', 'loop'],
    ['no end', (path: string) => `${path}x`, 'more than 10 times'],
    ['another protocol', () => 'ftp://127.0.0.1/', 'ftp:'],
    ['nonsense', () => 'http://[', 'not a URL'],
  ])('that lead to %s fail, and not because of the network', async (_name, next, words) => {
    const port = await httpTarget((request, response) =>
      response.writeHead(302, { Location: next(request.url ?? '/') }).end(),
    );
    const outcome = await askUrl({ url: at(port) });
    expect(outcome).toMatchObject({ statusCode: null, networkError: false });
    expect(outcome.requestError).toContain(words);
  });

  it('are followed without waiting for the end of their bodies', async () => {
    const port = await httpTarget((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/a' }).write('endless');
      else response.end('there');
    });
    expect((await askUrl({ url: at(port) })).detail.response?.body).toBe('there');
  });

  it('do not carry credentials to another origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await httpTarget((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const port = await httpTarget((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { Location: request.url === '/' ? '/a' : at(other) }).end();
    });
    await askUrl({ url: `http://a:b@127.0.0.1:${port}/` });
    expect(seen).toEqual(['Basic YTpi', 'Basic YTpi', undefined]);
  });
});

describe('TLS', () => {
  it('refuses a certificate that nobody has signed', async () => {
    const port = await httpsTarget((_request, response) => response.end('secure'));
    const outcome = await askUrl({ url: `https://localhost:${port}/` });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain('certificate');
  });

  it('accepts it with skipSSL, and times the handshake', async () => {
    const port = await httpsTarget((_request, response) => response.end('secure'));
    for (const host of ['localhost', '127.0.0.1']) {
      const outcome = await askUrl({ url: `https://${host}:${port}/`, skipSSL: true });
      expect(outcome.detail.response).toMatchObject({ status: 200, body: 'secure' });
      expect(outcome.timings?.tls).toBeGreaterThan(0);
      expect(outcome.detail.response?.timingPhases.tls).toBe(outcome.timings?.tls);
      expectPhases(outcome);
    }
  });

  it('fails in words where there is none', async () => {
    const port = await httpTarget((_request, response) => response.end());
    const { requestError } = await askUrl({ url: `https://127.0.0.1:${port}/` });
    expect(requestError).toContain('TLS handshake');
  });

  it('may be left by a redirect', async () => {
    const plain = await httpTarget((_request, response) => response.end('plain'));
    const port = await httpsTarget((_request, response) => response.writeHead(302, { Location: at(plain) }).end());
    const outcome = await askUrl({ url: `https://localhost:${port}/`, skipSSL: true });
    expect(outcome.detail.response?.body).toBe('plain');
  });
});

describe('addresses', () => {
  it.each([
    ['an address', '127.0.0.1'],
    ['a name', 'localhost'],
    ['a mapped address', '[::ffff:127.0.0.1]'],
    ['a mapped address in hexadecimal', '[::ffff:7f00:1]'],
    ['the unspecified address', '0.0.0.0'],
    ['a number', '2130706433'],
  ])('are denied to %s', async (_name, host) => {
    let asked = 0;
    const port = await httpTarget((_request, response) => response.end(String((asked += 1))));
    const outcome = await askUrl({ url: at(port, '/', host) }, ['127.0.0.0/8']);
    expect(outcome).toMatchObject({ statusCode: null, networkError: false });
    expect(outcome.requestError).toContain('denied');
    expect(asked).toBe(0);
  });

  it('are denied on a redirect', async () => {
    const port = await httpTarget((_request, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    const { requestError } = await askUrl({ url: at(port) }, ['169.254.0.0/16']);
    expect(requestError).toContain('169.254.169.254');
    expect(requestError).toContain('denied');
  });

  it('fall back to IPv4 where this machine has no IPv6', async () => {
    const port = await httpTarget((_request, response) => response.end('four'));
    const off = createUrlProbe((_host, family) =>
      family === 6
        ? Promise.reject(Object.assign(new RequestFailure('off', { networkError: true, code: 'EAFNOSUPPORT' })))
        : Promise.resolve(['127.0.0.1']),
    );
    const request = { method: 'GET', url: at(port, '/', 'name'), ipFamily: 'IPv6' };
    expect((await runProbe(off, leasedCheck('URL', request))).statusCode).toBe(200);
  });
});

(hasIpv6 ? describe : describe.skip)('IPv6', () => {
  it('is spoken by address and by name', async () => {
    const port = await httpTarget((_request, response) => response.end('six'), '::1');
    expect((await askUrl({ url: at(port, '/', '[::1]') })).detail.response?.body).toBe('six');
    expect((await askUrl({ url: at(port, '/', 'a.localhost'), ipFamily: 'IPv6' })).detail.response?.body).toBe('six');
  });
});
