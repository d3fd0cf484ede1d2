/**
 * The part of a scripts' process that loads them: CommonJS or ES modules, whichever they look like, with the modules of Node and
 * the account's snippets (`./snippets/<name>.js`) and nothing else. `run` runs one to its end.
 */
export const MODULES = String.raw`
import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';

const snippets = new Map(Object.entries(order.snippets));
function snippetOf(specifier) {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const name = specifier.replace(/^(?:\.{1,2}\/)+(?:snippets\/)?/, '').replace(/\.[cm]?js$/, '');
  if (!snippets.has(name)) throw new Error('There is no snippet ' + stringify(name));
  return name;
}
const ofNode = createRequire('file:///script.js');
function builtIn(specifier) {
  if (isBuiltin(specifier)) return ofNode(specifier);
  throw new Error(stringify(specifier) + ' is not there: scripts can use the modules of Node and ./snippets/<name>.js');
}

const isModule = (source) => /^\s*(?:import\s*(?:[\w$*{]|["'])|export\s*[\w$*{])/m.test(source);
const dynamically = async (specifier) => {
  const module = await link(specifier);
  if (module.status === 'unlinked') await module.link(link);
  await module.evaluate();
  return module;
};
const compile = (source, filename, start) =>
  new vm.Script(start + source + '\n})', { filename, columnOffset: -start.length, importModuleDynamically: dynamically }).runInThisContext();

const required = new Map();
function requires(specifier) {
  const name = snippetOf(specifier);
  if (name === undefined) return builtIn(specifier);
  if (!required.has(name)) {
    const source = snippets.get(name);
    const filename = 'snippets/' + name + '.js';
    if (isModule(source)) throw new Error('The snippet ' + stringify(name) + ' is an ES module: import it');
    const module = { exports: {} };
    required.set(name, module);
    compile(source, filename, '(function (require, module, exports) {').call(module.exports, requires, module, module.exports);
  }
  return required.get(name).exports;
}
globalThis.require = requires;

const modules = new Map();
function link(specifier) {
  const name = snippetOf(specifier);
  const key = name === undefined ? specifier : './' + name;
  if (!modules.has(key)) modules.set(key, moduleOf(specifier, name));
  return modules.get(key);
}
function moduleOf(specifier, name) {
  if (name !== undefined && isModule(snippets.get(name))) return ecmaScript(snippets.get(name), 'snippets/' + name + '.js');
  const exported = requires(specifier);
  const members = Object(exported) === exported ? Object.keys(exported).filter((member) => member !== 'default') : [];
  return new vm.SyntheticModule(['default', ...members], function () {
    this.setExport('default', exported);
    for (const member of members) this.setExport(member, exported[member]);
  });
}
const ecmaScript = (source, identifier) =>
  new vm.SourceTextModule(source, { identifier, importModuleDynamically: dynamically, initializeImportMeta: (meta) => (meta.url = 'file:///' + identifier) });

async function run({ name, source }) {
  let script = null;
  if (!isModule(source)) {
    try {
      script = compile(source, name, '(async function (require, module, exports) {');
    } catch (error) {
      // An import may stand where only a parser finds it.
      if (!(error instanceof SyntaxError) || !/\b(?:import|export)\b/.test(source)) throw error;
    }
  }
  if (script !== null) return script.call(undefined, requires, { exports: {} }, {});
  const module = ecmaScript(source, name);
  await module.link(link);
  return module.evaluate();
}
`;
