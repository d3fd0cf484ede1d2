import { once } from 'node:events';
import { Socket } from 'node:net';
import { basicAuth } from '../../apps/agent/src/probes/basic-auth.js';
import { settled } from '../../apps/agent/src/probes/settled.js';
import { secured } from '../../apps/agent/src/probes/tls-connection.js';
import { createUrlProbe } from '../../apps/agent/src/probes/url.js';
import { addressPolicy } from '#domain';
import { RequestFailure, UnusableRequest } from '#agent';
import { askApi, type ApiRun } from './ask-api.js';
import { at, expectPhases } from './ask-url.js';
import { eventually } from './eventually.js';
import { leaseContext, leasedCertificate } from './lease-context.js';
import { leasedCheck, runProbe } from './probe-run.js';
import { proxyTarget } from './proxies.js';
import { recorder } from './received.js';
import { closedPort, fixture, httpsTarget, httpTarget, stopTargets, tcpTarget } from './targets.js';

afterAll(stopTargets);

const server = { key: fixture('authority-server-key.pem'), cert: fixture('authority-server-cert.pem') };
const trusted = leasedCertificate('*.localhost', {
  cert: fixture('authority-client-cert.pem'),
  key: fixture('authority-client-key.pem'),
  ca: fixture('authority-cert.pem'),
});
const through = (proxyUrl: string, more: Parameters<typeof leaseContext>[0] = {}): ApiRun => ({
  context: { context: leaseContext({ proxyUrl, ...more }) },
});

describe('through a proxy', () => {
  it('an http target is asked for by its whole URL, with its own credentials and not those of the proxy', async () => {
    const { received, listener } = recorder();
    const port = await httpTarget(listener);
    const proxy = await proxyTarget({ authorization: basicAuth('us@er', 'pass') });
    const outcome = await askApi(
      {
        url: at(port, '/p?q=1'),
        method: 'POST',
        bodyType: 'RAW',
        body: 'x',
        basicAuth: { username: 'a', password: 'b' },
      },
      through(`http://us%40er:pass@127.0.0.1:${proxy.port}`),
    );
    expect(outcome).toMatchObject({ statusCode: 200, requestError: null });
    expectPhases(outcome);
    expect(proxy.asked).toEqual([`POST http://127.0.0.1:${port}/p?q=1`]);
    expect(received).toMatchObject([
      { method: 'POST', url: '/p?q=1', body: 'x', headers: { authorization: basicAuth('a', 'b') } },
    ]);
    expect(JSON.stringify(outcome)).not.toContain('pass');
  });

  it('an https target is reached by a tunnel, with TLS to the target and its client certificate', async () => {
    const port = await httpsTarget((_request, response) => setTimeout(() => response.end('secure'), 30), {
      ...server,
      ca: fixture('authority-cert.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    });
    const proxy = await proxyTarget({ authorization: basicAuth('user', 'pass') });
    const run = through(`http://user:pass@localhost:${proxy.port}`, { certificates: [trusted] });
    const outcome = await askApi({ url: `https://a.localhost:${port}/` }, run);
    expect(outcome.detail.response).toMatchObject({ status: 200, body: 'secure' });
    expect(proxy.asked).toEqual([`CONNECT a.localhost:${port}`]);
    expectPhases(outcome);
    expect(outcome.timings?.tls).toBeGreaterThan(0);
    expect(outcome.timings?.firstByte).toBeGreaterThan(25);
  });

  it('URL checks go, too, and so does each redirect', async () => {
    const last = await httpTarget((_request, response) => response.end('there'));
    const port = await httpTarget((_request, response) => response.writeHead(302, { Location: at(last) }).end());
    const proxy = await proxyTarget();
    const context = leaseContext({ proxyUrl: `http://127.0.0.1:${proxy.port}` });
    const check = leasedCheck('URL', { method: 'GET', url: at(port) });
    expect(await runProbe(createUrlProbe(), check, { context })).toMatchObject({ statusCode: 200 });
    expect(proxy.asked).toEqual([`GET ${at(port)}`, `GET ${at(last)}`]);
  });

  it('that is named by a variable, whole or in part', async () => {
    const port = await httpTarget((_request, response) => response.end());
    const proxy = await proxyTarget();
    for (const [template, value] of [
      ['{{PROXY}}', `http://127.0.0.1:${proxy.port}`],
      ['http://{{PROXY}}/', `127.0.0.1`],
    ]) {
      const proxyUrl = template!.replace('}}/', `}}:${proxy.port}/`);
      const variables = [{ key: 'PROXY', value: value!, secret: false }];
      expect((await askApi({ url: at(port) }, through(proxyUrl, { variables }))).statusCode).toBe(200);
    }
    expect(proxy.asked).toHaveLength(2);
  });

  it('an answer of the proxy to an http request is the answer', async () => {
    const proxy = await proxyTarget({ refuses: { status: 403, text: 'Forbidden' } });
    const outcome = await askApi({ url: 'http://target.localhost/' }, through(`http://127.0.0.1:${proxy.port}`));
    expect(outcome.detail.response).toMatchObject({ status: 403, body: 'the proxy says no' });
  });

  it('a proxy that does not accept the credentials fails the check, also one that is to fail', async () => {
    const proxy = await proxyTarget({ authorization: 'Basic x' });
    const outcome = await askApi({ url: 'http://target.localhost/' }, through(`http://a:b@127.0.0.1:${proxy.port}`));
    expect(outcome).toMatchObject({ statusCode: null, networkError: false });
    expect(outcome.requestError).toContain('407 Proxy Authentication Required');
  });

  it.each([
    [407, 'Proxy Authentication Required', false],
    [403, 'Forbidden', false],
    [502, 'Bad Gateway', true],
  ])('a refused tunnel (%i) fails the check in words', async (status, text, networkError) => {
    const proxy = await proxyTarget({ refuses: { status, text } });
    const outcome = await askApi({ url: 'https://target.localhost/' }, through(`http://127.0.0.1:${proxy.port}`));
    expect(outcome).toMatchObject({
      statusCode: null,
      networkError,
      requestError: `The proxy refused a connection to target.localhost:443: ${status} ${text}`,
    });
    expectPhases(outcome);
  });

  it('a refusal in many words is cut with a sign of it', async () => {
    const proxy = await proxyTarget({ refuses: { status: 403, text: 'x'.repeat(200) } });
    const outcome = await askApi({ url: 'https://target.localhost/' }, through(`http://127.0.0.1:${proxy.port}`));
    expect(outcome.requestError).toMatch(/: 403 x{99}…$/);
  });

  it('that is not there, the check fails as the network', async () => {
    const port = await closedPort();
    const outcome = await askApi({ url: 'http://target.localhost/' }, through(`http://127.0.0.1:${port}`));
    expect(outcome).toMatchObject({ networkError: true, requestError: expect.stringContaining('refused') });
  });

  it('that is no URL, the check cannot be judged', async () => {
    await expect(askApi({ url: 'http://a/' }, through('{{NOT_SET}}'))).rejects.toBeInstanceOf(UnusableRequest);
  });

  it('TLS to the proxy is verified', async () => {
    const proxy = await proxyTarget({ secure: true });
    const outcome = await askApi(
      { url: 'http://target.localhost/', skipSSL: true },
      through(`https://localhost:${proxy.port}`),
    );
    expect(outcome.requestError).toContain('is not accepted');
    expect(proxy.asked).toEqual([]);
  });
});

describe('the address policy', () => {
  const denied = (ranges: string[]) => ({ isDenied: addressPolicy(ranges) });

  it.each([
    ['an address behind the proxy', 'http://169.254.169.254/latest'],
    ['a number behind the proxy', 'http://2852039166/'],
    ['an https address behind the proxy', 'https://169.254.169.254/'],
    ['a name that is known here', 'http://metadata.example/'],
  ])('holds for %s', async (_name, url) => {
    const proxy = await proxyTarget();
    const run = through(`http://127.0.0.1:${proxy.port}`);
    const outcome = await askApi(
      { url },
      {
        context: { ...run.context, ...denied(['169.254.0.0/16']) },
        deps: { resolve: async (host) => [host === 'metadata.example' ? '169.254.169.254' : host] },
      },
    );
    expect(outcome).toMatchObject({ networkError: false, requestError: expect.stringContaining('denied') });
    expect(proxy.asked).toEqual([]);
  });

  it('holds for the proxy itself', async () => {
    const proxy = await proxyTarget();
    const run = through(`http://127.0.0.1:${proxy.port}`);
    const outcome = await askApi(
      { url: 'http://192.0.2.1/' },
      { context: { ...run.context, ...denied(['127.0.0.0/8']) } },
    );
    expect(outcome.requestError).toContain('denied');
    expect(proxy.asked).toEqual([]);
  });

  it.each(['ENOTFOUND', 'ESERVFAIL', 'EREFUSED'])('leaves names that only the proxy knows to it (%s)', async (code) => {
    const proxy = await proxyTarget({ refuses: { status: 200, text: 'OK' } });
    const run = through(`http://127.0.0.1:${proxy.port}`);
    const resolve = async (host: string) => {
      if (host !== '127.0.0.1') throw new RequestFailure('no such host', { networkError: true, code });
      return [host];
    };
    expect((await askApi({ url: 'http://inside.corp/' }, { ...run, deps: { resolve } })).statusCode).toBe(200);
    expect(proxy.asked).toEqual(['GET http://inside.corp/']);
  });

  it('is closed for names of which nobody says anything', async () => {
    const proxy = await proxyTarget();
    const run = through(`http://127.0.0.1:${proxy.port}`);
    const resolve = async (host: string, family: 4 | 6) => {
      if (host !== '127.0.0.1' && family === 6)
        throw new RequestFailure('no answer', { networkError: true, code: 'ETIMEOUT' });
      return ['127.0.0.1'];
    };
    const outcome = await askApi({ url: 'http://inside.corp/' }, { ...run, deps: { resolve } });
    expect(outcome).toMatchObject({ requestError: 'no answer', networkError: true });
    expect(proxy.asked).toEqual([]);
  });

  it.each(['http', 'https'])('a proxy that closes while it is asked ends the check: %s', async (scheme) => {
    const closed = new Map<number, Promise<unknown>>();
    const port: number = await tcpTarget((socket) => {
      closed.set(socket.remotePort!, once(socket, 'close'));
      socket.resume().end();
    });
    const resolve = async (host: string) => {
      if (host === '127.0.0.1') return [host];
      await eventually('the connection', () => closed.size > 0);
      await Promise.all(closed.values());
      return [];
    };
    const run = through(`http://127.0.0.1:${port}`);
    const outcome = await askApi({ url: `${scheme}://inside.corp/` }, { ...run, deps: { resolve } });
    expect(outcome).toMatchObject({ networkError: true, requestError: expect.stringContaining('ECONNRESET') });
  });
});

describe('a connection that was closed before it is used', () => {
  it('fails at once, for TLS and for anything else', async () => {
    const signal = new AbortController().signal;
    const socket = new Socket().destroy();
    await expect(secured(socket, 'a.example', false, signal)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(settled(socket, signal, () => undefined)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
