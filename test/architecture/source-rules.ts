import ts from 'typescript';
import type { SourceFile } from './tree.js';

/** A rule answers what is wrong with one file; nothing is an empty list. */
type Rule = (file: SourceFile) => string[];

const LONGEST_FILE = 250;
/** Tables of cases are long and still easy to read. */
const LONGEST_SPEC = 350;
const FORBIDDEN_FOLDERS = new Set(['utils', 'util', 'common', 'helpers', 'helper', 'shared', 'misc', 'lib']);

/** Entry points and the assembly read the environment; everybody else is handed a configuration. */
const READS_ENVIRONMENT = [
  /^libs\/config\//,
  /^src\//,
  // Hands its own environment to the server it starts.
  /^libs\/embedded-postgres\/src\/cluster\.ts$/,
  /(^|\/)(main|cli)\.ts$/,
  /^ormconfig\.ts$/,
  // How tests are run (TEST_DATABASE_URL, UPDATE_OPENAPI) is no configuration of the product.
  /^test\//,
  /^libs\/testing\//,
];

/** What Jest asks for. */
const DEFAULT_EXPORTS = [/^test\/global-(setup|teardown)\.ts$/];

/** A schema is written down in one piece. */
const MAY_BE_LONG = [/^libs\/persistence\/migrations\//];

const matches = (patterns: RegExp[], path: string) => patterns.some((pattern) => pattern.test(path));

export const environmentOnlyInConfig: Rule = ({ path, text }) => {
  if (matches(READS_ENVIRONMENT, path)) return [];
  const found: string[] = [];
  visit(path, text, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env') found.push('reads process.env');
    if (ts.isElementAccessExpression(node) && /^process\[['"]env['"]\]$/.test(node.getText()))
      found.push('reads process.env');
    const imported = ts.isImportDeclaration(node) ? node.getText() : '';
    if (/\benv\b.*from ['"](node:)?process['"]/.test(imported)) found.push('imports env');
    if (/\{[^}]*\benv\b[^}]*\} = process\b/.test(ts.isVariableDeclaration(node) ? node.getText() : ''))
      found.push('reads process.env');
  });
  return found.map((what) => `${path} ${what}`);
};

export const consoleOnlyInSrc: Rule = ({ path, text }) => {
  if (path.startsWith('src/')) return [];
  const found: string[] = [];
  visit(path, text, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'console')
      found.push(`${path} uses ${node.getText()}`);
  });
  return found;
};

export const namedExportsOnly: Rule = ({ path, text }) => {
  if (matches(DEFAULT_EXPORTS, path)) return [];
  const found: string[] = [];
  visit(path, text, (node) => {
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
    const named = ts.isExportSpecifier(node) && node.name.text === 'default';
    if (ts.isExportAssignment(node) || named || modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
      found.push(`${path} has a default export`);
  });
  return found;
};

export const shortFiles: Rule = ({ path, text }) => {
  const lines = text.split('\n').length - 1;
  const most = path.endsWith('.spec.ts') ? LONGEST_SPEC : LONGEST_FILE;
  return lines <= most || matches(MAY_BE_LONG, path) ? [] : [`${path} has ${lines} lines, over ${most}`];
};

export const speakingFolders: Rule = ({ path }) =>
  path
    .split('/')
    .slice(0, -1)
    .filter((folder) => FORBIDDEN_FOLDERS.has(folder))
    .map((folder) => `${path} is in a folder called ${folder}: name it after what it holds`);

/** Put together, so that this file does not find itself. */
const LEFT_OPEN = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME)\\b`);

export const nothingLeftOpen: Rule = ({ path, text }) =>
  LEFT_OPEN.test(text) ? [`${path} leaves something to do`] : [];

function visit(path: string, text: string, look: (node: ts.Node) => void): void {
  const walk = (node: ts.Node) => {
    look(node);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}
