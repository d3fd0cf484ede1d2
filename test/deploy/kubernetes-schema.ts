import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../assembly/built.js';

/** An object of a cluster, as far as all of them are alike. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

type Model = new (data: Manifest) => { validate(): void };

/** Throws what the API's own schema has against it: what is missing, and what has the wrong type. */
export function validateManifest(manifest: Manifest): void {
  const models = jest.requireActual<Record<string, Model>>(`kubernetes-models/${manifest.apiVersion}`);
  const Known = models[manifest.kind];
  if (!Known) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`);
  new Known(manifest).validate();
}

/** What the schemas let pass and a cluster silently drops: properties that do not exist. The compiler finds them. */
export function misspelt(manifests: readonly Manifest[]): string[] {
  const path = join(ROOT, 'test/deploy/manifests-as-types.ts');
  const text = manifests
    .map((manifest, index) => {
      const type = `import('kubernetes-models/${manifest.apiVersion}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.readFile = (file) => (file === path ? text : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
