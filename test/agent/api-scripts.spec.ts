import type { LeasedCheck } from '#agent-protocol';
import { RequestFailure, UnusableRequest } from '#agent';
import { createScripts } from '../../apps/agent/src/scripts/run-scripts.js';
import type { ScriptRequest, Scripts } from '../../apps/agent/src/scripts/script.js';
import type { ApiRequest } from '#domain';
import { askApi, assertion, pair } from './ask-api.js';
import { at } from './ask-url.js';
import { leaseContext } from './lease-context.js';
import { recorder } from './received.js';
import { httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

const variables = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, secret: false }));

describe('variables', () => {
  it('are filled in wherever they may stand, encoded or as they are', async () => {
    const { received, listener } = recorder();
    const port = await httpTarget(listener);
    const outcome = await askApi(
      {
        method: 'POST',
        url: '{{GROUP_BASE_URL}}/users/{{ID}}?x={{{RAW}}}',
        bodyType: 'JSON',
        body: '{"id":"{{{ID}}}","check":"{{{CHECK_NAME}}}"}',
        headers: [pair('X-Token', '{{{TOKEN}}}', true)],
        queryParameters: [pair('q', '{{ID}}'), pair('r', '{{{ID}}}')],
        basicAuth: { username: '{{USER}}', password: '{{{TOKEN}}}' },
      },
      {
        check: {
          groupBaseUrl: `http://127.0.0.1:${port}`,
          variables: variables({ ID: 'a b&c', RAW: '1/2' }),
        },
        context: { context: leaseContext({ variables: variables({ ID: 'lost', TOKEN: 't+/=', USER: 'me' }) }) },
      },
    );
    expect(outcome.requestError).toBeNull();
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/users/a%20b%26c?x=1/2&q=a%20b%26c&r=a%20b%26c',
        body: '{"id":"a b&c","check":"A check"}',
        headers: { 'x-token': 't+/=', authorization: `Basic ${Buffer.from('me:t+/=').toString('base64')}` },
      },
    ]);
    expect(outcome.secrets).toEqual(expect.arrayContaining(['t+/=', Buffer.from('me:t+/=').toString('base64')]));
  });

  it('that are missing are seen in the failure', async () => {
    expect((await askApi({ url: '{{BASE}}/' })).requestError).toContain(
      'The URL {{BASE}}/ is not an http or https URL',
    );
    expect((await askApi({ url: 'https://{{HOST}}/' })).requestError).toContain('{{host}}');
  });
});

const SCRIPTED: Partial<LeasedCheck> = { scripts: { setUp: [{ source: '1' }], tearDown: [{ source: '2' }] } };
const line = (msg: string) => ({ time: 0, msg, level: 'INFO' as const });

/** Scripts that do what the test says, without a process of their own, and keep the order of what happens. */
function scripts(order: string[], more: Partial<{ change: Partial<ScriptRequest>; error: string; body: string }> = {}) {
  const given: { request?: ScriptRequest; sent?: ScriptRequest; body?: string } = {};
  const runs: Scripts = {
    setUp: async (request, known) => {
      order.push('set-up');
      given.request = request;
      return {
        request: { ...request, ...more.change },
        variables: new Map([...known, ['MADE', 'by script']]),
        secrets: ['made secret'],
        jobLog: [line('before')],
        error: more.error ?? null,
      };
    },
    tearDown: async (response, request, known) => {
      order.push(`teardown ${known.get('MADE')}`);
      given.sent = request;
      given.body = response.body;
      return { body: more.body ?? response.body, secrets: [], jobLog: [line('after')] };
    },
  };
  return { scripts: runs, given };
}

async function scripted(request: Partial<ApiRequest>, more: Parameters<typeof scripts>[1] = {}) {
  const order: string[] = [];
  const { received, listener } = recorder();
  const port = await httpTarget((incoming, response) => {
    order.push('request');
    listener(incoming, response);
  });
  const { scripts: runs, given } = scripts(order, more);
  const outcome = await askApi({ url: at(port), ...request }, { check: SCRIPTED, deps: { scripts: runs } });
  return { outcome, order, received, given, port };
}

describe('scripts', () => {
  it('run before and after the request, and change what they may', async () => {
    const change = { method: 'PUT' as const, body: '{{{MADE}}}', headers: [{ key: 'X-A', value: '{{MADE}}' }] };
    const { outcome, order, received, given } = await scripted(
      { method: 'POST', bodyType: 'RAW', body: 'old', assertions: [assertion('TEXT_BODY', 'EQUALS', 'new')] },
      { change, body: 'new' },
    );
    expect(order).toEqual(['set-up', 'request', 'teardown by script']);
    expect(given.request).toMatchObject({ method: 'POST', body: 'old', headers: [] });
    expect(received).toMatchObject([{ method: 'PUT', body: 'by script', headers: { 'x-a': 'by%20script' } }]);
    expect([given.body, given.sent?.body]).toEqual(['ok', 'by script']);
    expect(outcome.assertions).toMatchObject([{ passed: true, actual: 'new' }]);
    expect(outcome.detail).toMatchObject({ jobLog: [line('before'), line('after')], response: { body: 'new' } });
    expect(outcome.secrets).toEqual(['made secret']);
  });

  it('keep what they put into headers with the origin of the request', async () => {
    const other = recorder();
    const elsewhere = await httpTarget(other.listener);
    const port = await httpTarget((_request, response) => response.writeHead(302, { Location: at(elsewhere) }).end());
    const kept = { key: 'X-Kept', value: 'as it was' };
    const headers = [kept, { key: 'X-Changed', value: 'now secret' }, { key: 'X-Added', value: 'secret' }];
    const { scripts: runs } = scripts([], { change: { headers } });
    const stored = [pair('X-Kept', 'as it was'), pair('X-Changed', 'nothing yet')];
    await askApi({ url: at(port), headers: stored }, { check: SCRIPTED, deps: { scripts: runs } });
    expect(other.received).toMatchObject([{ headers: { 'x-kept': 'as it was' } }]);
    for (const name of ['x-changed', 'x-added']) expect(other.received[0]?.headers).not.toHaveProperty(name);
  });

  it('before the request end the check when they fail: no request, no assertions', async () => {
    const { outcome, order } = await scripted(
      { assertions: [assertion('STATUS_CODE', 'EQUALS', '200')] },
      { error: 'Error: no token' },
    );
    expect(order).toEqual(['set-up']);
    expect(outcome).toMatchObject({
      requestError: 'Error: no token',
      networkError: false,
      statusCode: null,
      assertions: [],
      secrets: ['made secret'],
      detail: { response: null, requestError: 'Error: no token', jobLog: [line('before')] },
    });
  });

  it('after the request do not run without an answer', async () => {
    const { outcome, order } = await scripted({ url: 'http://does-not-exist.invalid/' });
    expect(order).toEqual(['set-up']);
    expect(outcome).toMatchObject({ networkError: true, detail: { jobLog: [line('before')] } });
  });

  it('count for nothing in the response time', async () => {
    const order: string[] = [];
    const { scripts: runs } = scripts(order);
    const port = await httpTarget((_request, response) => response.end());
    const slow: Scripts = {
      setUp: async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return runs.setUp(...given);
      },
      tearDown: async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return runs.tearDown(...given);
      },
    };
    const before = performance.now();
    const { responseTime } = await askApi({ url: at(port) }, { check: SCRIPTED, deps: { scripts: slow } });
    // But for the coarseness of timers.
    expect(responseTime).toBeLessThan(performance.now() - before - 380);
  });

  it.each([
    ['set-up', { setUp: true, tearDown: false }, null],
    ['teardown', { setUp: false, tearDown: true }, '/'],
  ])('fail the check, and not for the network, when its time ends with the %s', async (name, has, sent) => {
    const limit = new AbortController();
    const urls: (string | undefined)[] = [];
    const port = await httpTarget(({ url }, response) => {
      urls.push(url);
      response.end();
      if (url === '/began') limit.abort(new RequestFailure('Time is up.', { networkError: true }));
    });
    const endless = [{ source: `await fetch('${at(port)}began'); for (;;);` }];
    const check = { scripts: { setUp: has.setUp ? endless : [], tearDown: has.tearDown ? endless : [] } };
    const deps = { scripts: createScripts() };
    const outcome = await askApi({ url: at(port) }, { check, deps, signal: limit.signal });
    expect(outcome.networkError).toBe(false);
    expect(outcome.requestError?.toLowerCase()).toBe(`time is up. ${name} scripts were still running.`);
    expect(urls).toEqual([...(sent === null ? [] : [sent]), '/began']);
  });

  it('make a check impossible where there is nothing to run them', async () => {
    await expect(askApi({ url: 'http://a/' }, { check: SCRIPTED })).rejects.toBeInstanceOf(UnusableRequest);
  });
});
