import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { readAgentConfig, readApiConfig } from '#config';
import { ROOT } from '../assembly/built.js';
import { isInContext } from './build-context.js';
import { dockerfileText, imageOf, stages, stepsOf } from './dockerfile.js';
import { FILLED, READ_BY } from './settings.js';

const TARGETS = ['api', 'agent', 'agent-uptime', 'all'];
const isAgent = (target: string) => target.startsWith('agent');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const runsOf = (target: string) =>
  stepsOf(target).flatMap(({ keyword, words }) => (keyword === 'RUN' ? [words.join(' ')] : []));

describe('the Dockerfile', () => {
  it('has no problem that a linter finds', () => {
    expect(validate(dockerfileText)).toEqual([]);
    expect(validate(dockerfileText.replace('COPY src', 'COPPY src'))).toHaveLength(1);
  });

  it('pins what it builds on, in one place', () => {
    const bases = [...stages.values()].map(({ base }) => base).filter((base) => !stages.has(base));
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
    expect(dockerfileText).toMatch(/^ARG NODE_IMAGE=node:24-\w+-slim$/m);
    expect(dockerfileText).toMatch(new RegExp(`^ARG VERSION=${version}$`, 'm'));
  });

  it('copies nothing but what .dockerignore lets through', () => {
    const copies = [...stages.values()].flatMap(({ steps }) =>
      steps.filter(({ keyword, from }) => keyword === 'COPY' && !from),
    );
    const sources = copies.flatMap(({ words }) => words.slice(0, -1));
    expect(sources).toContain('src');
    expect(sources.filter((path) => !isInContext(path))).toEqual([]);
  });

  it.each(['.env', '.git/config', '.pharos/secrets.json', 'node_modules/pg/package.json', 'dist/src/main.js'])(
    'never sees %s',
    (path) => expect(isInContext(path)).toBe(false),
  );

  it.each(['libs/testing/src/index.ts', 'libs/domain/src/page.spec.ts', 'deploy/haproxy.cfg', 'test/global-setup.ts'])(
    'does not see %s, which only tests and other files need',
    (path) => expect(isInContext(path)).toBe(false),
  );
});

describe.each(TARGETS)('the image %s', (target) => {
  const image = imageOf(target);

  it('runs as an unprivileged user that a cluster can see to be one', () =>
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/));

  it('has an init, and node itself below it', () => {
    expect(image.entrypoint).toEqual(['tini', '--']);
    expect(image.command[0]).toBe('node');
    expect(image.stopSignal).toBe('SIGTERM');
  });

  it('asks its own readiness, without a shell', () => {
    const [node, script, ...names] = image.healthcheck;
    expect([node, script]).toEqual(['node', '/pharos/healthcheck.mjs']);
    expect(names).toEqual(target === 'all' ? ['api', 'agent'] : [isAgent(target) ? 'agent' : target]);
  });

  it('opens the ports that are the defaults', () => {
    const { port } = readApiConfig(FILLED);
    const { healthPort } = readAgentConfig(FILLED);
    const ports = { api: [port], agent: [healthPort], 'agent-uptime': [healthPort], all: [port, healthPort] };
    expect(image.ports).toEqual(ports[target as keyof typeof ports]);
  });

  it('sets only what its process reads', () => {
    const read = isAgent(target) ? READ_BY.agent : READ_BY.api;
    expect(Object.keys(image.env).filter((name) => !read.has(name))).toEqual([]);
    expect(image.env['NODE_ENV']).toBe('production');
  });

  it('has neither npm nor what was installed with developers in mind', () => {
    expect(runsOf(target).some((run) => run.includes('/usr/local/bin/npm '))).toBe(true);
    const runs = runsOf(target).filter((run) => /\bnpm (ci|install|i)\b/.test(run));
    expect(runs).toEqual([]);
    const packages = stepsOf(target).filter(({ words }) => words[0] === '/pharos/node_modules');
    const installs = packages.flatMap(({ from }) => runsOf(from!)).filter((run) => run.includes('npm ci'));
    expect(installs).toEqual([expect.stringMatching(/npm ci --omit=dev --omit=optional$/)]);
  });
});

describe('the images of agents', () => {
  const installed = (target: string) =>
    runsOf(target).flatMap(
      (run) => /apt-get install -y --no-install-recommends ([\w -]+?) &&/.exec(run)?.[1]?.split(' ') ?? [],
    );
  const tools = (target: string) => installed(target).filter((name) => !installed('runtime').includes(name));

  it('have the tools of their checks, and the small one no more', () => {
    expect(tools('agent').toSorted()).toEqual(['iputils-ping', 'libcap2-bin', 'tcpdump', 'traceroute']);
    expect(tools('agent-uptime')).toEqual(['iputils-ping']);
  });

  it('let ping run where nothing may gain rights', () => {
    for (const target of ['agent', 'agent-uptime'])
      expect(
        runsOf(target).some((run) => run.includes('install -m 0755 /bin/ping /tmp/ping && mv /tmp/ping /bin/ping')),
      ).toBe(true);
  });

  it('differ in what they ask for', () => {
    const types = (target: string) => readAgentConfig({ ...FILLED, ...imageOf(target).env }).checkTypes;
    expect(types('agent')).toBeNull();
    expect(types('agent-uptime')).toEqual(['URL', 'DNS', 'TCP', 'ICMP']);
  });
});
