import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../assembly/built.js';

export interface Service {
  image?: string;
  build?: { target?: string };
  environment?: Record<string, string>;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  profiles?: string[];
  deploy?: { replicas?: number };
  stop_grace_period?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const VARIABLE = /\$\{(\w+)(?:(:[-?])([^}]*))?\}/g;

/** The variables that have to be given, and what is said about one that is not. */
export const demanded: ReadonlyMap<string, string> = new Map(
  [...text.matchAll(VARIABLE)].flatMap(([, name, how, said]) => (how === ':?' ? [[name!, said!]] : [])),
);

/** All variables that the file uses. */
export const used: ReadonlySet<string> = new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!));

/** The file as Compose understands it, with these variables. Throws when a demanded one is missing or empty. */
export function compose(variables: Readonly<Record<string, string>>): Compose {
  const filled = text.replaceAll(VARIABLE, (_, name: string, how: string | undefined, rest: string) => {
    const value = variables[name];
    if (value) return value;
    if (how !== ':-') throw new Error(`${name}: ${rest}`);
    return rest;
  });
  return parse(filled, { merge: true }) as Compose;
}

/** Seconds of `75s`. */
export const seconds = (duration: string | undefined): number => Number(/^(\d+)s$/.exec(duration ?? '')?.[1]);
