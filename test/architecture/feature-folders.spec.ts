import { folderProblems } from './feature-folders.js';
import { sourceFiles } from './tree.js';

const ROOT = 'apps/api/src/';
const NOUN = ['index', 'x.module', 'x.controller', 'x.dto', 'x.service', 'x.repository', 'x.entity'].map(
  (name) => `xs/${name}.ts`,
);
const without = (...names: string[]) => NOUN.filter((path) => !names.some((name) => path.includes(name)));

describe('feature folders', () => {
  it('have their seven files', () => {
    const paths = sourceFiles()
      .filter(({ path }) => path.startsWith(ROOT))
      .map(({ path }) => path.slice(ROOT.length));
    expect(folderProblems(paths)).toEqual([]);
  });

  it.each([...NOUN])('are refused without %s', (missing) => {
    expect(folderProblems(without(missing), {})).toHaveLength(1);
  });

  it('may have queries instead of repository and entity', () => {
    const reads = without('repository', 'entity');
    expect(folderProblems(reads, {})).toHaveLength(2);
    expect(folderProblems([...reads, 'xs/x.queries.ts'], {})).toEqual([]);
  });

  it('are flat, and exempt only by name and while they exist', () => {
    expect(folderProblems([...NOUN, 'xs/inner/a.ts'], {})).toEqual(['xs/inner/a.ts is not flat']);
    expect(folderProblems(['a/index.ts'], { a: 'why' })).toEqual([]);
    expect(folderProblems(['a/other.ts'], { a: 'why' })).toEqual(['a has no file like index.ts']);
    expect(folderProblems([], { a: 'why' })).toEqual(['a is exempt and does not exist']);
  });
});
