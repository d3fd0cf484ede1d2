import { checkSlugName, isProxyUrl, maskProxyUrl } from './private-location.js';
import { LOCATIONS } from './public-locations.js';
import { agentsByVersion } from './running-agents.js';

describe('slugName', () => {
  it.each([
    'default',
    'a',
    'Berlin-2',
    '1',
    'us-office-1',
    'eu-west',
    'my-eu-west-1',
    'eu-west-1-office',
    'x'.repeat(30),
  ])('may be %s', (slug) => expect(() => checkSlugName(slug)).not.toThrow());

  it.each(['', 'x'.repeat(31), 'a b', 'a_b', 'büro', 'a/b', 'a\n'])(
    'must have letters, digits and hyphens: %j',
    (slug) => expect(() => checkSlugName(slug)).toThrow('1 to 30 letters'),
  );

  it.each([
    ...LOCATIONS,
    'us-gov-west-1',
    'cn-north-1',
    'il-central-1',
    'EU-WEST-1',
    'us-iso-east-1',
    'eusc-de-east-1',
  ])('must not be the region %s', (slug) => expect(() => checkSlugName(slug)).toThrow('region'));

  it('knows 22 public locations', () => expect(new Set(LOCATIONS).size).toBe(22));
});

describe('proxyUrl', () => {
  it.each([
    'http://proxy:3128',
    'https://user:pass@proxy.example.com',
    'http://{{HOST}}:{{PORT}}',
    'http://{{USER}}:{{PASSWORD}}@proxy:3128/',
    '{{PROXY_URL}}',
  ])('may be %s', (url) => expect(isProxyUrl(url)).toBe(true));

  it.each([
    '',
    'proxy:3128',
    'socks5://proxy',
    'http://',
    'http:///x',
    'http://a b',
    'http://[::1',
    'http://x:port',
    '{{}}',
  ])('must be an http or https URL: %j', (url) => expect(isProxyUrl(url)).toBe(false));

  it('is masked without its user and password', () => {
    expect(maskProxyUrl('http://user:p@ss@proxy:3128/x@y')).toBe('http://*****@proxy:3128/x@y');
    expect(maskProxyUrl('HTTPS://token@proxy')).toBe('HTTPS://*****@proxy');
    expect(maskProxyUrl('http://proxy:3128/a@b')).toBe('http://proxy:3128/a@b');
    expect(maskProxyUrl(null)).toBeNull();
  });
});

describe('agentsByVersion', () => {
  it('groups agents, the newest version first', () => {
    const lastSeenAt = new Date(0);
    const agents = ['9.0.0', '10.0.0', '9.0.0'].map((version, at) => ({ id: `agent ${at}`, version, lastSeenAt }));
    expect(agentsByVersion(agents)).toEqual([
      { version: '10.0.0', count: 1, agents: [{ id: 'agent 1', lastSeenAt }] },
      {
        version: '9.0.0',
        count: 2,
        agents: [
          { id: 'agent 0', lastSeenAt },
          { id: 'agent 2', lastSeenAt },
        ],
      },
    ]);
  });
});
