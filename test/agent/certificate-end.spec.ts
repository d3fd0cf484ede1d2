import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { askApi } from './ask-api.js';
import { askUrl, at } from './ask-url.js';
import { eventually } from './eventually.js';
import { FakeApi } from './fake-api.js';
import { startAgent, temporaryFolder } from './start-agent.js';
import { fixture, httpsTarget, httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const ends = Date.parse(new X509Certificate(fixture('self-signed-cert.pem')).validTo);
const ok: RequestListener = (_request, response) => response.end('ok');
const to =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { Location: location }).end();

describe('the end of the certificate of the target', () => {
  it.each([
    ['URL', askUrl],
    ['API', askApi],
  ])('is told by %s checks, of the last hop, also when any certificate is accepted', async (_type, ask) => {
    const secure = `https://localhost:${await httpsTarget(ok)}/`;
    expect(await ask({ url: secure, skipSSL: true })).toMatchObject({ statusCode: 200, certificateEnds: ends });
    const towards = await httpTarget(to(secure));
    expect(await ask({ url: at(towards), skipSSL: true })).toMatchObject({ statusCode: 200, certificateEnds: ends });
    const away = await httpsTarget(to(at(await httpTarget(ok))));
    const { statusCode, certificateEnds } = await ask({ url: `https://localhost:${away}/`, skipSSL: true });
    expect([statusCode, certificateEnds]).toEqual([200, null]);
  });

  it('is reported to the API', async () => {
    const api = new FakeApi();
    await api.start();
    const agent = await startAgent(api, temporaryFolder());
    const url = `https://localhost:${await httpsTarget(ok)}/`;
    const { runId } = api.enqueue({ request: { method: 'GET', url, skipSSL: true } });
    expect(await eventually('the report', () => api.reportOf(runId))).toMatchObject({ certificateEnds: ends });
    await agent.stop();
    await api.stop();
  });
});
