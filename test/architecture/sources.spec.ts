import * as rules from './source-rules.js';
import { sourceFiles } from './tree.js';

const LONG = '\n'.repeat(251);

/** For each rule: what it must refuse, and what it must let through. */
const CASES: Record<
  keyof typeof rules,
  { refuses: [path: string, text: string][]; allows: [path: string, text: string][] }
> = {
  environmentOnlyInConfig: {
    refuses: [
      ['apps/api/src/a.ts', `const port = process.env['PORT'];`],
      ['apps/api/src/a.ts', `const port = process['env'].PORT;`],
      ['libs/http/src/a.ts', `import { env } from 'node:process';`],
      ['libs/http/src/a.ts', `const { env } = process;`],
    ],
    allows: [
      ['apps/api/src/main.ts', 'readApiConfig(process.env);'],
      ['src/stack.ts', 'readApiConfig(process.env);'],
      ['libs/config/src/a.ts', 'process.env'],
      ['apps/api/src/a.ts', `// process.env is read elsewhere\nconst a = 'process.env';`],
    ],
  },
  consoleOnlyInSrc: {
    refuses: [['apps/agent/src/a.ts', `console.log('x');`]],
    allows: [
      ['src/welcome.ts', `console.log('x');`],
      ['apps/agent/src/a.ts', `const text = 'console.log()';`],
    ],
  },
  namedExportsOnly: {
    refuses: [
      ['libs/domain/src/a.ts', 'export default class A {}'],
      ['libs/domain/src/a.ts', 'const a = 1; export default a;'],
      ['libs/domain/src/a.ts', 'const a = 1; export { a as default };'],
    ],
    allows: [['libs/domain/src/a.ts', 'export class A {}']],
  },
  shortFiles: {
    refuses: [['libs/domain/src/a.ts', LONG]],
    allows: [
      ['libs/domain/src/a.ts', LONG.slice(1)],
      ['libs/persistence/migrations/a.ts', LONG],
      ['test/api/a.spec.ts', LONG],
    ],
  },
  speakingFolders: {
    refuses: [
      ['libs/domain/src/utils/a.ts', ''],
      ['apps/api/src/shared/a.ts', ''],
    ],
    allows: [['libs/domain/src/common.ts', '']],
  },
  nothingLeftOpen: { refuses: [['a.ts', `// TO${'DO'}: later`]], allows: [['a.ts', 'const TODOS = 1;']] },
};

const files = sourceFiles();

describe.each(Object.entries(rules))('%s', (name, rule) => {
  const { refuses, allows } = CASES[name as keyof typeof rules];

  it('holds in every file', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(rule)).toEqual([]);
  });

  it.each(refuses)('refuses in %s: %s', (path, text) => expect(rule({ path, text })).toHaveLength(1));
  it.each(allows)('allows in %s: %s', (path, text) => expect(rule({ path, text })).toEqual([]));
});
