import { cruise, ROOT, withTree } from './cruise.js';

/** Every import of the repository is followed: seconds on a quiet machine. */
jest.setTimeout(120_000);

/** A tree that keeps every rule. */
const SOUND = {
  'libs/domain/src/index.ts': `export * from './noun.js';`,
  'libs/domain/src/noun.ts': `export interface Noun { id: string }`,
  'libs/config/src/index.ts': `import type { Noun } from '#domain'; export type Config = Noun;`,
  'libs/persistence/src/index.ts': `export { DataSource } from 'typeorm';`,
  'libs/http/src/index.ts': `import { Injectable } from '@nestjs/common'; export const a = Injectable;`,
  'libs/testing/src/index.ts': `export * from '#api';`,
  'apps/api/src/index.ts': `export * from './api.module.js';`,
  'apps/api/src/api.module.ts': `export * from './nouns/index.js';`,
  'apps/api/src/nouns/index.ts': `export * from './nouns.repository.js';`,
  'apps/api/src/nouns/nouns.repository.ts': `export { Repository } from 'typeorm'; export * from '#persistence';`,
  'apps/api/src/verbs/verbs.service.ts': `import '../nouns/index.js'; import '#config'; import '#http';`,
  'apps/agent/src/index.ts': `import { request } from 'node:http'; export const a = request;`,
  'src/main.ts': `import '#api'; import '#agent';`,
  'test/api/nouns.spec.ts': `import '#testing'; import '../../src/main.js'; import 'typeorm';`,
};

/** One file that breaks one rule, and what is said of it. */
const BREAKS: [rule: string, path: string, text: string, to: string][] = [
  ['domain-is-pure', 'libs/domain/src/bad.ts', `import 'node:crypto';`, 'crypto'],
  [
    'domain-is-pure',
    'libs/domain/src/bad.ts',
    `import type { Config } from '#config'; export type A = Config;`,
    'libs/config/src/index.ts',
  ],
  ['domain-is-pure', 'libs/domain/src/bad.ts', `import 'undici';`, 'undici'],
  ['contract-and-config-stand-on-the-domain', 'libs/config/src/bad.ts', `import '#http';`, 'libs/http/src/index.ts'],
  ['apps-are-apart', 'apps/agent/src/bad.ts', `import '#api';`, 'apps/api/src/index.ts'],
  ['apps-are-apart', 'apps/api/src/bad.ts', `import '../../agent/src/index.js';`, 'apps/agent/src/index.ts'],
  ['agent-has-no-database', 'apps/agent/src/bad.ts', `import '#persistence';`, 'libs/persistence/src/index.ts'],
  ['agent-has-no-database', 'apps/agent/src/bad.ts', `import type { Client } from 'pg'; export type A = Client;`, 'pg'],
  [
    'features-through-index',
    'apps/api/src/verbs/bad.ts',
    `import '../nouns/nouns.repository.js';`,
    'nouns.repository.ts',
  ],
  [
    'features-through-index',
    'apps/api/src/verbs/bad.ts',
    `import type { Repository } from '../nouns/nouns.repository.js'; export type A = Repository<{ id: 1 }>;`,
    'nouns.repository.ts',
  ],
  [
    'features-through-index-of-the-root',
    'apps/api/src/bad.ts',
    `import './nouns/nouns.repository.js';`,
    'nouns.repository.ts',
  ],
  [
    'libraries-through-index',
    'apps/api/src/verbs/bad.ts',
    `import '../../../../libs/domain/src/noun.js';`,
    'libs/domain/src/noun.ts',
  ],
  ['libraries-below-apps', 'libs/http/src/bad.ts', `import '#agent';`, 'apps/agent/src/index.ts'],
  ['src-is-the-top', 'apps/agent/src/bad.ts', `import '../../../src/main.js';`, 'src/main.ts'],
  ['testing-is-not-shipped', 'libs/http/src/bad.ts', `import type {} from '#testing';`, 'libs/testing/src/index.ts'],
  [
    'typeorm-in-its-place',
    'apps/api/src/nouns/bad.service.ts',
    `import type { DataSource } from 'typeorm'; export type A = DataSource;`,
    'typeorm',
  ],
  ['typeorm-in-its-place', 'apps/api/src/nouns/bad.module.ts', `import '@nestjs/typeorm';`, '@nestjs/typeorm'],
  ['no-framework-inside', 'libs/config/src/bad.ts', `import '@nestjs/common';`, '@nestjs/common'],
  [
    'no-cycles',
    'apps/agent/src/bad.ts',
    `import type { B } from './bad2.js'; export type A = B;`,
    'apps/agent/src/bad2.ts',
  ],
  ['resolvable', 'apps/agent/src/bad.ts', `import './nowhere.js';`, './nowhere.js'],
  ['resolvable', 'apps/agent/src/bad.ts', `import '#nowhere';`, '#nowhere'],
];

/** The other half of the cycle. */
const EXTRA = { 'apps/agent/src/bad2.ts': `import type { A } from './bad.js'; export type B = A | 1;` };

/** All breaches at once, each in a file of its own: one run of the cruiser takes a second. */
function planted(): Record<string, string> {
  const files: Record<string, string> = { ...SOUND };
  BREAKS.forEach(([rule, path, text], index) => {
    if (rule === 'no-cycles') Object.assign(files, EXTRA, { [path]: text });
    else files[path.replace('bad', `bad-${index}`)] = text;
  });
  return files;
}

describe('imports', () => {
  it('keep every rule', async () => {
    const { modules, violations } = await cruise(ROOT);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(150);
  });

  it('each have a breach below', () => {
    const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>('../../.dependency-cruiser.cjs');
    expect(new Set(BREAKS.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  });

  it('are let through where the rules allow them', async () => {
    const { modules, violations } = await withTree(SOUND, cruise);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(Object.keys(SOUND).length);
  });

  describe('are refused', () => {
    let violations: string[];

    beforeAll(async () => {
      ({ violations } = await withTree(planted(), cruise));
    });

    it.each(BREAKS.map(([rule, path, text, to], index) => ({ rule, path, text, to, index })))(
      '$rule: $path with $text',
      ({ rule, path, to, index }) => {
        const from = rule === 'no-cycles' ? path : path.replace('bad', `bad-${index}`);
        const found = violations.filter((violation) => violation.startsWith(`${rule}: ${from} -> `));
        expect(found.join('\n')).toContain(to);
      },
    );
  });
});
