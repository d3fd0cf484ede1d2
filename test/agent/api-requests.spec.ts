import type { ApiRequest } from '#domain';
import { askApi, pair } from './ask-api.js';
import { at } from './ask-url.js';
import { recorder, type Received } from './received.js';
import { httpTarget, stopTargets } from './targets.js';

afterAll(stopTargets);

async function received(request: Partial<ApiRequest>, path = '/'): Promise<Received> {
  const { received: all, listener } = recorder();
  const port = await httpTarget(listener);
  const outcome = await askApi({ ...request, url: at(port, path) });
  expect(outcome).toMatchObject({ statusCode: 200, requestError: null });
  return all[0]!;
}

const withBody = (bodyType: ApiRequest['bodyType'], body: string, more: Partial<ApiRequest> = {}) =>
  received({ method: 'POST', bodyType, body, ...more });

describe('the body that a server receives', () => {
  it.each<[ApiRequest['bodyType'], string, string | undefined, string]>([
    ['JSON', '{"a":"é"}', 'application/json', '{"a":"é"}'],
    ['JSON', '{broken', 'application/json', '{broken'],
    ['GRAPHQL', '{ users { id } }', 'application/json', '{"query":"{ users { id } }"}'],
    ['GRAPHQL', '{"query":"{ a }","variables":{"b":1}}', 'application/json', '{"query":"{ a }","variables":{"b":1}}'],
    ['FORM', 'a=1&b=x y', 'application/x-www-form-urlencoded', 'a=1&b=x%20y'],
    ['FORM', 'a=1\nb=c=d&e', 'application/x-www-form-urlencoded', 'a=1&b=c%3Dd&e='],
    ['FORM', '{"a":1,"b":["x","ü&"],"c":null}', 'application/x-www-form-urlencoded', 'a=1&b=x&b=%C3%BC%26&c='],
    ['FORM', '[{"key":"a b","value":"100%"}]', 'application/x-www-form-urlencoded', 'a%20b=100%25'],
    ['FORM', 'a=already%20encoded', 'application/x-www-form-urlencoded', 'a=already%20encoded'],
    ['RAW', '<a/>', undefined, '<a/>'],
    ['NONE', 'left over', undefined, ''],
  ])('of type %s %j is %s %j', async (type, body, contentType, seen) => {
    const request = await withBody(type, body);
    expect([request.headers['content-type'], request.body]).toEqual([contentType, seen]);
    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(seen)));
  });

  it('has the type that the check names itself, in any case of letters', async () => {
    const request = await withBody('JSON', '{}', { headers: [pair('content-TYPE', 'application/vnd.api+json')] });
    expect(request.headers['content-type']).toBe('application/vnd.api+json');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const)('comes with %s', async (method) => {
    expect(await withBody('RAW', 'x', { method })).toMatchObject({ method, body: 'x' });
  });

  it('does not come with HEAD', async () => {
    expect(await withBody('RAW', 'x', { method: 'HEAD' })).toMatchObject({ method: 'HEAD', body: '' });
  });
});

describe('the address that a server receives', () => {
  it.each<[string, [string, string][], string]>([
    ['/', [['a', 'b']], '/?a=b'],
    ['/p?x=%20#part', [['a', 'b c']], '/p?x=%20&a=b%20c'],
    [
      '/',
      [
        ['ü', '&=#+'],
        ['a', '1'],
        ['a', '2'],
      ],
      '/?%C3%BC=%26%3D%23%2B&a=1&a=2',
    ],
    ['/?x=+&y=%2B', [['a', '%2Fb']], '/?x=+&y=%2B&a=%2Fb'],
    // A row that somebody left blank.
    [
      '/',
      [
        ['', ''],
        ['a', 'b'],
      ],
      '/?a=b',
    ],
  ])('of %s with %j is %s', async (path, parameters, seen) => {
    const queryParameters = parameters.map(([key, value]) => pair(key, value));
    expect((await received({ queryParameters }, path)).url).toBe(seen);
  });
});

describe('the headers that a server receives', () => {
  it("are the check's own, which win", async () => {
    const headers = [pair('user-agent', 'me'), pair('X-A', '1'), pair('x-a', '2'), pair('Host', 'other.example')];
    const request = await received({ headers });
    expect(request.headers).toMatchObject({ 'user-agent': 'me', 'x-a': '1, 2', host: 'other.example' });
  });

  it('are framed by the agent', async () => {
    const headers = [
      pair('Content-Length', '1'),
      pair('Transfer-Encoding', 'chunked'),
      pair('Trailer', 'Expires'),
      pair('Connection', 'keep-alive'),
    ];
    const request = await withBody('RAW', 'abc', { headers });
    expect(request.body).toBe('abc');
    expect(request.headers).toMatchObject({ 'content-length': '3', connection: 'close' });
  });

  it('carry basic authentication, unless the check names its own', async () => {
    const basicAuth = { username: 'ü', password: 'a:b' };
    const expected = `Basic ${Buffer.from('ü:a:b').toString('base64')}`;
    expect((await received({ basicAuth })).headers.authorization).toBe(expected);
    const own = await received({ basicAuth, headers: [pair('authorization', 'Bearer x')] });
    expect(own.headers.authorization).toBe('Bearer x');
  });
});

describe('what a result shows of the request', () => {
  it('is what was sent, without credentials', async () => {
    const { listener } = recorder();
    const port = await httpTarget(listener);
    const outcome = await askApi({
      method: 'POST',
      url: at(port),
      bodyType: 'FORM',
      body: 'a=b c',
      queryParameters: [pair('q', '1')],
      basicAuth: { username: 'me', password: 'hidden' },
    });
    expect(outcome.detail.request).toMatchObject({
      method: 'POST',
      url: at(port, '/?q=1'),
      data: 'a=b%20c',
      params: { q: '1' },
      headers: { authorization: '[scrubbed]', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(JSON.stringify(outcome.detail)).not.toContain('hidden');
  });
});

describe('what cannot be sent', () => {
  it.each<[string, Partial<ApiRequest>, string]>([
    ['a URL of another protocol', { url: 'ftp://a/' }, 'not an http or https URL'],
    ['no URL at all', { url: '{{MISSING}}' }, 'not an http or https URL'],
    ['a header with a line break', { url: 'http://a/', headers: [pair('X-A', 'a\r\nX-B: c')] }, 'header X-A'],
    ['a header that is none', { url: 'http://a/', headers: [pair('a b', 'c')] }, 'header a b'],
  ])('fails the check because of %s, and is no error of the network', async (_name, request, words) => {
    const outcome = await askApi(request);
    expect(outcome).toMatchObject({ statusCode: null, networkError: false, assertions: [], responseTime: 0 });
    expect(outcome.requestError).toContain(words);
    expect(outcome.detail).toMatchObject({ response: null, requestError: outcome.requestError });
  });
});
