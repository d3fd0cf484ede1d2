import * as protocol from '#agent-protocol';
import type { Route } from '#testing';
import ts from 'typescript';
import type { SourceFile } from './tree.js';

/** A request as a test's source has it: `*` stands for what is only known when it runs. */
export interface Call {
  method: string;
  path: string;
}

/** Methods of the ApiClient, and the function with which tests of the agent ask its probes. */
const METHODS: Record<string, string> = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', del: 'DELETE' };
const GET_FUNCTIONS = new Set(['fetch', 'health']);

/** Every request that a file makes to a path that can be read off its source; sweeps over all routes have none. */
export function callsIn({ path, text }: SourceFile): Call[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const known = namedTexts(source);
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(...callOf(node, known));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** Paths that tests import. */
const PROTOCOL: Record<string, unknown> = protocol;

type Texts = ReadonlyMap<string, ts.Expression>;

/** `const PATH = '/v1/variables'`, and functions that answer such a text. */
function namedTexts(source: ts.SourceFile): Texts {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const value = node.initializer;
      found.set(node.name.text, ts.isArrowFunction(value) && !ts.isBlock(value.body) ? value.body : value);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function callOf({ expression, arguments: given }: ts.CallExpression, known: Texts): Call[] {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const [first, second] = given;
  const sent = name === 'send' && first && second;
  const method = sent ? textOf(first, known) : (METHODS[name] ?? (GET_FUNCTIONS.has(name) ? 'GET' : undefined));
  const target = sent ? second : first;
  if (method === undefined || target === undefined) return [];
  // Of another address than the client's own: what comes before the path.
  const path = textOf(target, known)
    .replace(/^\*(?=\/)/, '')
    .replace(/[?#].*$/, '');
  return path.startsWith('/') ? [{ method, path }] : [];
}

function textOf(node: ts.Expression, known: Texts, depth = 0): string {
  if (depth > 8) return '*';
  const inner = (one: ts.Expression) => textOf(one, known, depth + 1);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => inner(span.expression) + span.literal.text).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return inner(node.left) + inner(node.right);
  const name = ts.isCallExpression(node) ? node.expression : node;
  if (!ts.isIdentifier(name)) return '*';
  const value = known.get(name.text);
  const imported = PROTOCOL[name.text];
  return value ? inner(value) : typeof imported === 'string' ? imported : '*';
}

/** The operations that a call reaches: an unknown part stands for a parameter, or for the version. */
export function reached({ method, path }: Call, routes: Route[]): Route[] {
  const parts = path.replace(/\/$/, '').split('/');
  const matching = routes.filter((route) => {
    const wanted = route.path.split('/');
    return (
      route.method === method &&
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith('{') || part === parts[at] || (at === 1 && parts[at] === '*'))
    );
  });
  // As Express: a literal part wins over a parameter.
  const exact = (route: Route) => route.path.split('/').filter((part, at) => part === parts[at]).length;
  const most = Math.max(...matching.map(exact));
  return matching.filter((route) => exact(route) === most);
}
