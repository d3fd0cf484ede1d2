import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../assembly/built.js';
import type { Manifest } from './kubernetes-schema.js';

const FOLDER = join(ROOT, 'deploy/kubernetes');

export interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}

interface Container {
  name: string;
  image: string;
  ports: { name: string; containerPort: number }[];
  envFrom: Record<string, { name: string }>[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
}

export interface Deployment extends Manifest {
  spec: {
    replicas: number;
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        enableServiceLinks: boolean;
        automountServiceAccountToken: boolean;
        serviceAccountName: string;
        securityContext: object;
        containers: Container[];
        volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[];
        topologySpreadConstraints: { labelSelector: { matchLabels: Record<string, string> } }[];
      };
    };
  };
}

/** The files, by their path below deploy/kubernetes, each with its documents. Throws for what is no YAML. */
export const files: ReadonlyMap<string, Manifest[]> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    // Filled in and ignored by git.
    .filter((name) => name.endsWith('.yaml') && name !== 'secrets.yaml')
    .map((name) => [name, documents(name)]),
);

function documents(name: string): Manifest[] {
  return [...parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8'), { strict: true })].map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS() as Manifest;
  });
}

/** What a cluster gets to see. */
export const manifests: readonly Manifest[] = [...files]
  .filter(([name]) => !name.endsWith('kustomization.yaml'))
  .flatMap(([, found]) => found);

/** The one with that kind and name. */
export function manifest<T extends Manifest>(kind: string, name: string): T {
  const found = manifests.filter((each) => each.kind === kind && each.metadata.name === name);
  if (found.length !== 1) throw new Error(`${found.length} of ${kind} ${name}`);
  return found[0] as T;
}
