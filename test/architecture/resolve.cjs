// For dependency-cruiser: the `imports` of package.json, from the compiled files back to their sources.
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const root = process.cwd();
const { imports } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const source = (compiled) => resolve(root, compiled.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts'));

module.exports = {
  resolve: { alias: Object.fromEntries(Object.entries(imports).map(([name, compiled]) => [name, source(compiled)])) },
};
