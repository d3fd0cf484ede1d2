import type { RequestListener } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { LeasedCertificate } from '#agent-protocol';
import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import { askApi, pair } from './ask-api.js';
import { expectPhases } from './ask-url.js';
import { leaseContext, leasedCertificate } from './lease-context.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { fixture, httpsTarget, httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const ca = fixture('authority-cert.pem');
const server = { key: fixture('authority-server-key.pem'), cert: fixture('authority-server-cert.pem') };
const client = { key: fixture('authority-client-key.pem'), cert: fixture('authority-client-cert.pem') };
const stranger = { key: fixture('other-client-key.pem'), cert: fixture('other-client-cert.pem') };
const own = (host: string, more: Partial<LeasedCertificate> = {}) =>
  leasedCertificate(host, { ...client, ca, ...more });

/** The name in the certificate of a client. */
const shownBy = (socket: TLSSocket) => String(socket.getPeerCertificate().subject?.CN ?? 'nobody');
const name: RequestListener = (request, response) => response.end(shownBy(request.socket as TLSSocket));
const asksForOne = () => httpsTarget(name, { ...server, ca, requestCert: true, rejectUnauthorized: true });

const ask = (url: string, certificates: LeasedCertificate[], more = {}) =>
  askApi({ url, ...more }, { context: { context: leaseContext({ certificates }) } });

describe('a client certificate', () => {
  it('is shown to the host it is for, whose own is trusted by its authority', async () => {
    const port = await asksForOne();
    const outcome = await ask(`https://localhost:${port}/`, [own('localhost')]);
    expect(outcome.detail.response).toMatchObject({ status: 200, body: 'client' });
    expect(outcome.timings?.tls).toBeGreaterThan(0);
    expectPhases(outcome);
  });

  it('is shown by URL checks, too', async () => {
    const port = await asksForOne();
    const check = leasedCheck('URL', { method: 'GET', url: `https://localhost:${port}/` });
    const context = leaseContext({ certificates: [own('localhost')] });
    expect(await runProbe(createUrlProbe(), check, { context })).toMatchObject({ statusCode: 200, requestError: null });
  });

  it.each<[string, LeasedCertificate[], string]>([
    [
      'an exact host over a wildcard',
      [own('a.localhost'), own('*.localhost', { ...stranger, createdAt: '2026-06-01T00:00:00Z' })],
      'client',
    ],
    ['a wildcard', [own('*.localhost')], 'client'],
    [
      'the newest',
      [own('a.localhost', { ...stranger }), own('a.localhost', { createdAt: '2026-06-01T00:00:00Z' })],
      'client',
    ],
  ])('is chosen by host: %s', async (_name, certificates, shown) => {
    const port = await asksForOne();
    const { detail } = await ask(`https://a.localhost:${port}/`, certificates);
    expect(detail.response?.body).toBe(shown);
  });

  it.each<[string, LeasedCertificate[], boolean]>([
    ['is missing', [own('elsewhere.example')], true],
    ['was signed by somebody else', [own('localhost', stranger)], true],
  ])('fails the check where it %s, in words', async (_name, certificates, skipSSL) => {
    const port = await asksForOne();
    const outcome = await ask(`https://localhost:${port}/`, certificates, { skipSSL });
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toMatch(/refused the TLS handshake|closed before the answer was complete/);
  });

  it('that cannot be read fails the check before anybody is asked', async () => {
    let asked = 0;
    const port = await httpsTarget((_request, response) => response.end(String((asked += 1))), server);
    const { requestError } = await ask(`https://localhost:${port}/`, [own('localhost', { key: 'no key' })]);
    expect(requestError).toContain('The client certificate for localhost cannot be used');
    expect([requestError?.includes('no key'), asked]).toEqual([false, 0]);
  });

  it('is not shown to the host that a redirect leads to', async () => {
    const seen: string[] = [];
    const other = await httpsTarget(
      (request, response) => {
        seen.push(shownBy(request.socket as TLSSocket));
        response.end();
      },
      { ...server, ca, requestCert: true, rejectUnauthorized: false },
    );
    const port = await httpsTarget(
      (_request, response) => response.writeHead(302, { Location: `https://b.localhost:${other}/` }).end(),
      server,
    );
    const outcome = await ask(`https://a.localhost:${port}/`, [own('a.localhost')], { skipSSL: true });
    expect([outcome.statusCode, seen]).toEqual([200, ['nobody']]);
  });
});

describe("a server's certificate", () => {
  it('of an own authority is refused without it', async () => {
    const port = await httpsTarget(name, server);
    const outcome = await ask(`https://localhost:${port}/`, []);
    expect(outcome).toMatchObject({ statusCode: null, networkError: true });
    expect(outcome.requestError).toContain('is not accepted');
  });

  it('for another name is refused', async () => {
    const port = await httpsTarget(name, server);
    const outcome = await askApi(
      { url: `https://other.example:${port}/` },
      {
        context: { context: leaseContext({ certificates: [own('other.example')] }) },
        deps: { resolve: () => Promise.resolve(['127.0.0.1']) },
      },
    );
    expect(outcome.requestError).toContain("is not in the cert's altnames");
  });

  it.each<[string, string, string, RegExp]>([
    ['its address', 'address', '127.0.0.1', /^null there$/],
    ['another address', 'address', '192.0.2.1', /192.0.2.1 is not in the cert/],
    ['localhost, which is no address', 'self-signed', '127.0.0.1', /127.0.0.1 is not in the cert/],
    ['its name', 'self-signed', 'localhost', /^null there$/],
  ])('of a target by its address is for that address: one for %s', async (_name, file, host, answered) => {
    const [key, cert] = [fixture(`${file}-key.pem`), fixture(`${file}-cert.pem`)];
    const port = await httpsTarget((_request, response) => response.end('there'), { key, cert });
    const { requestError, detail } = await askApi(
      { url: `https://${host}:${port}/` },
      {
        context: { context: leaseContext({ certificates: [own(host, { ca: cert })] }) },
        deps: { resolve: () => Promise.resolve(['127.0.0.1']) },
      },
    );
    expect(`${requestError} ${detail.response?.body}`).toMatch(answered);
  });

  it('of nobody is accepted with skipSSL', async () => {
    const port = await httpsTarget((_request, response) => response.end('there'));
    expect((await ask(`https://localhost:${port}/`, [], { skipSSL: true })).detail.response?.body).toBe('there');
  });
});

describe('credentials on a redirect', () => {
  it('stay with their origin, also those in locked headers and behind TLS', async () => {
    const seen: Record<string, unknown>[] = [];
    const plain = await httpTarget((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const port = await httpsTarget(
      (_request, response) => response.writeHead(307, { Location: `http://localhost:${plain}/` }).end(),
      server,
    );
    await ask(`https://localhost:${port}/`, [own('localhost')], {
      method: 'POST',
      bodyType: 'JSON',
      body: '{}',
      basicAuth: { username: 'a', password: 'b' },
      headers: [
        pair('X-Api-Key', '1'),
        pair('Cookie', '2'),
        pair('X-Token', '3', true),
        pair('X-Made', '{{$UUID}}'),
        pair('X-Open', '4'),
        pair('Host', 'x'),
      ],
    });
    const [headers] = seen;
    expect(Object.keys(headers!)).toEqual(expect.arrayContaining(['x-open', 'content-type']));
    for (const name of ['authorization', 'x-api-key', 'cookie', 'x-token', 'x-made'])
      expect(headers).not.toHaveProperty(name);
    expect(headers).toMatchObject({ host: `localhost:${plain}`, 'content-length': '2' });
  });

  it('has no body and no type of one once it has become a GET', async () => {
    const seen: [string | undefined, string | undefined, string | undefined][] = [];
    const port = await httpTarget((request, response) => {
      const { headers, method } = request;
      seen.push([method, headers['content-type'], headers['content-length']]);
      if (request.url === '/') response.writeHead(303, { Location: '/there' }).end();
      else response.end();
    });
    await askApi({ url: `http://127.0.0.1:${port}/`, method: 'POST', bodyType: 'JSON', body: '{}' });
    expect(seen).toEqual([
      ['POST', 'application/json', '2'],
      ['GET', undefined, undefined],
    ]);
  });
});
