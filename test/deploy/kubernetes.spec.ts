import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readAgentConfig, readApiConfig } from '#config';
import { HealthController } from '../../apps/agent/src/health.controller.js';
import { ROOT } from '../assembly/built.js';
import { imageOf } from './dockerfile.js';
import { files, manifest, manifests, type Deployment, type Probe } from './kubernetes-files.js';
import { misspelt, validateManifest, type Manifest } from './kubernetes-schema.js';
import { AFTER_GRACE, FILLED, READ_BY, SLOWEST_REQUEST } from './settings.js';

type Data = Manifest & { data: Record<string, string>; stringData: Record<string, string> };
type Selecting = Manifest & { spec: { selector: { matchLabels: Record<string, string> }; maxUnavailable: number } };
type Claim = Manifest & { spec: { accessModes: string[] } };
type Kustomization = Manifest & { resources: string[]; images: { name: string; newTag: string }[] };

const PROCESSES = ['api', 'agent'] as const;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const api = manifest<Deployment>('Deployment', 'pharos-api');

/** What the container gets: the image's, then the ConfigMap's, then the Secret's filled in. */
function environment(name: (typeof PROCESSES)[number]): Record<string, string> {
  const secrets = Object.keys(manifest<Data>('Secret', `pharos-${name}`).stringData);
  return {
    ...imageOf(name).env,
    ...manifest<Data>('ConfigMap', `pharos-${name}`).data,
    ...Object.fromEntries(secrets.map((secret) => [secret, FILLED[secret] ?? ''])),
  };
}

const config = { api: readApiConfig(environment('api')), agent: readAgentConfig(environment('agent')) };

describe('the manifests', () => {
  it.each(manifests.map((each) => [each.kind, each.metadata.name, each] as const))(
    '%s %s is what the API asks for',
    (_kind, _name, each) => {
      expect(() => validateManifest(each)).not.toThrow();
    },
  );

  it('are all in one namespace', () => {
    const spaces = manifests.flatMap(({ kind, metadata }) =>
      kind === 'Namespace' ? metadata.name : metadata.namespace,
    );
    expect(new Set(spaces)).toEqual(new Set(['pharos']));
  });

  it('have no property that does not exist', () => expect(misspelt(manifests)).toEqual([]));

  it('would not pass with a wrong type, nor with a wrong name', () => {
    const wrong = structuredClone(api);
    wrong.spec.template.spec.containers[0]!.ports[0]!.containerPort = '3000' as unknown as number;
    expect(() => validateManifest(wrong)).toThrow('containerPort');
    const misnamed = structuredClone(api) as Deployment & {
      spec: { template: { spec: { terminationGracePeriod: number } } };
    };
    misnamed.spec.template.spec.terminationGracePeriod = 75;
    expect(misspelt([misnamed])).toEqual([expect.stringMatching(/terminationGracePeriod.*does not exist/)]);
  });

  it('are all applied but the example of the secrets', () => {
    const listed = [...files]
      .filter(([name]) => name.endsWith('kustomization.yaml'))
      .flatMap(([name, [kustomization]]) =>
        (kustomization as Kustomization).resources.map((each) => name.replace('kustomization.yaml', each)),
      );
    const others = [...files.keys()].filter((name) => !name.endsWith('kustomization.yaml'));
    expect([...listed, 'secrets.example.yaml'].toSorted()).toEqual(others.toSorted());
  });

  it('are for this release', () => {
    const { images } = files.get('kustomization.yaml')![0] as Kustomization;
    expect(images).toEqual(PROCESSES.map((name) => ({ name: `pharos-${name}`, newTag: version })));
  });

  it('contain no secret', () => {
    const values = manifests.flatMap((each) =>
      each.kind === 'Secret' ? Object.values((each as Data).stringData) : [],
    );
    expect(new Set(values)).toEqual(new Set(['']));
  });

  it('give both processes the same key of the location', () => {
    expect(Object.keys(manifest<Data>('Secret', 'pharos-api').stringData)).toContain('PHAROS_BOOTSTRAP_LOCATION_KEY');
    expect(config.agent.apiKey).toBe(FILLED['PHAROS_BOOTSTRAP_LOCATION_KEY']);
  });

  it('scale what exists, and no further than its disruption budget is worth', () => {
    const { spec } = manifest<Manifest & { spec: { scaleTargetRef: object; minReplicas: number } }>(
      'HorizontalPodAutoscaler',
      'pharos-api',
    );
    expect(spec.scaleTargetRef).toEqual({ apiVersion: api.apiVersion, kind: api.kind, name: api.metadata.name });
    expect(spec.minReplicas).toBe(api.spec.replicas);
  });
});

describe.each(PROCESSES)('the deployment of the %s', (name) => {
  const image = imageOf(name);
  const { spec } = manifest<Deployment>('Deployment', `pharos-${name}`);
  const pod = spec.template.spec;
  const container = pod.containers[0]!;
  const probes: [string, Probe][] = [
    ['startup', container.startupProbe],
    ['liveness', container.livenessProbe],
    ['readiness', container.readinessProbe],
  ];

  it('runs the image of that target', () => {
    expect(container.image).toBe(`pharos-${name}`);
    expect(container.envFrom).toEqual([
      { configMapRef: { name: `pharos-${name}` } },
      { secretRef: { name: `pharos-${name}` } },
    ]);
  });

  it('sets only what the process reads, and all that it needs', () => {
    expect(Object.keys(environment(name)).filter((each) => !READ_BY[name].has(each))).toEqual([]);
    expect(config[name]).toBeDefined();
  });

  it('asks the probes where they are', () => {
    const port = name === 'api' ? config.api.port : config.agent.healthPort;
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([port]);
    for (const [what, { httpGet }] of probes) {
      expect(httpGet.port).toBe(container.ports[0]!.name);
      expect(routes(name)).toContain(httpGet.path);
      expect(httpGet.path).toBe(what === 'readiness' ? '/-/readiness' : '/-/liveness');
    }
  });

  it('gives a probe longer than the process takes to say no', () => {
    for (const [, { timeoutSeconds }] of probes) expect(timeoutSeconds).toBeGreaterThan(1.5);
  });

  it('lets it drain', () => {
    const needed = name === 'api' ? config.api.drainSeconds + SLOWEST_REQUEST : config.agent.graceSeconds + AFTER_GRACE;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });

  it('is asked often enough to be seen draining', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const drain = name === 'api' ? config.api.drainSeconds : config.agent.graceSeconds;
    expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  it('runs without rights', () => {
    const [uid, gid] = image.user.split(':').map(Number);
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: gid,
      fsGroup: gid,
      seccompProfile: { type: 'RuntimeDefault' },
      // What ping needs instead of a capability.
      ...(name === 'agent' && { sysctls: [{ name: 'net.ipv4.ping_group_range', value: '0 2147483647' }] }),
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).toEqual([false, false]);
    expect(manifest('ServiceAccount', pod.serviceAccountName)).toMatchObject({ automountServiceAccountToken: false });
  });

  it('can write where the image must', () => {
    const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(paths.toSorted()).toEqual([...image.volumes, '/tmp'].toSorted());
    expect(container.volumeMounts.map((mount) => mount.name)).toEqual(pod.volumes.map((volume) => volume.name));
    const claims = pod.volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect(claims.map((claim) => manifest<Claim>('PersistentVolumeClaim', claim).spec.accessModes)).toEqual(
      claims.map(() => ['ReadWriteMany']),
    );
    for (const { emptyDir } of pod.volumes.filter((volume) => !volume.persistentVolumeClaim))
      expect(emptyDir).toHaveProperty('sizeLimit');
  });

  it('is spread, selected and kept available by the same labels', () => {
    const labels = spec.template.metadata.labels;
    expect(spec.selector.matchLabels).toEqual(labels);
    for (const { labelSelector } of pod.topologySpreadConstraints) expect(labelSelector.matchLabels).toEqual(labels);
    const budget = manifest<Selecting>('PodDisruptionBudget', `pharos-${name}`);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(spec.replicas).toBeGreaterThan(budget.spec.maxUnavailable);
    expect(manifest('NetworkPolicy', name)).toMatchObject({ spec: { podSelector: { matchLabels: labels } } });
  });
});

it('has a component that gives NET_RAW to agents, and nothing else', () => {
  const [component] = files.get('packet-capture/kustomization.yaml') as unknown as [
    { patches: { target: { kind: string; name: string }; patch: string }[] },
  ];
  const [{ target, patch }, ...others] = component.patches as [(typeof component.patches)[number]];
  expect(others).toEqual([]);
  const agent = structuredClone(manifest<Deployment>(target.kind, target.name));
  const [{ op, path, value }] = parse(patch) as [{ op: string; path: string; value: object }];
  expect([op, path]).toEqual(['replace', '/spec/template/spec/containers/0/securityContext']);
  Object.assign(agent.spec.template.spec.containers[0]!, { securityContext: value });
  expect(() => validateManifest(agent)).not.toThrow();
  expect(misspelt([agent])).toEqual([]);
  expect(value).toEqual({
    allowPrivilegeEscalation: true,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: ['NET_RAW'] },
  });
});

it('has a service where the agents look for the API', () => {
  const { spec } = manifest<Manifest & { spec: { selector: object; ports: { port: number; targetPort: string }[] } }>(
    'Service',
    'pharos-api',
  );
  expect(spec.selector).toEqual(api.spec.template.metadata.labels);
  expect(spec.ports[0]!.targetPort).toBe(api.spec.template.spec.containers[0]!.ports[0]!.name);
  expect(config.agent.apiUrl).toBe(`http://pharos-api:${spec.ports[0]!.port}`);
});

/** The paths that a process really serves. */
function routes(name: (typeof PROCESSES)[number]): string[] {
  if (name === 'agent') {
    const { prototype } = HealthController;
    return [prototype.ready, prototype.live, prototype.alive].map(
      (handler) => `/${Reflect.getMetadata('path', handler) as string}`,
    );
  }
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8')) as { paths: object };
  return Object.keys(paths);
}
