// Who may import whom: design 4, decided once, shown to bite in test/architecture/imports.spec.ts.
const SPEC = '\\.spec\\.ts$';
const TESTS = ['^test/', '^libs/testing/', SPEC];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-is-pure',
      'The domain is types and pure functions: it imports nothing outside itself, not even node:*.',
      { path: '^libs/domain/', pathNot: SPEC },
      { pathNot: '^libs/domain/' },
    ),
    rule(
      'contract-and-config-stand-on-the-domain',
      'libs/config and libs/agent-protocol import of ours only the domain.',
      { path: '^libs/(config|agent-protocol)/', pathNot: SPEC },
      { path: '^(libs|apps|src)/', pathNot: '^libs/(domain|$1)/' },
    ),
    rule(
      'apps-are-apart',
      'The apps talk over the wire, never by imports.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'agent-has-no-database',
      'Agents run anywhere and reach the database only through the API.',
      { path: '^apps/agent/' },
      { path: ['^libs/(persistence|http|embedded-postgres)/', '(^|node_modules/)(pg|typeorm)(/|$)'] },
    ),
    rule(
      'features-through-index',
      'A feature is what its index.ts exports.',
      { path: '^apps/api/src/([^/]+)/', pathNot: SPEC },
      { path: '^apps/api/src/[^/]+/', pathNot: ['^apps/api/src/$1/', '^apps/api/src/[^/]+/index\\.ts$'] },
    ),
    rule(
      'features-through-index-of-the-root',
      'The modules that put features together use their index.ts too.',
      { path: '^apps/api/src/[^/]+\\.ts$' },
      { path: '^apps/api/src/[^/]+/', pathNot: '^apps/api/src/[^/]+/index\\.ts$' },
    ),
    rule(
      'libraries-through-index',
      'A library, or an app, is what its index.ts exports.',
      { path: '^((?:libs|apps)/[^/]+|src)/', pathNot: TESTS },
      { path: '^(libs|apps)/', pathNot: ['^$1/', '^(libs|apps)/[^/]+/src/index\\.ts$'] },
    ),
    rule(
      'libraries-below-apps',
      'Libraries do not know who uses them.',
      { path: '^libs/', pathNot: '^libs/testing/' },
      { path: '^apps/' },
    ),
    rule(
      'src-is-the-top',
      'src/ puts everything together; nobody imports it.',
      { pathNot: ['^src/', '^test/'] },
      { path: '^src/' },
    ),
    rule(
      'testing-is-not-shipped',
      'Nothing shipped imports the tests or their library.',
      { pathNot: TESTS },
      { path: TESTS },
    ),
    rule(
      'typeorm-in-its-place',
      'TypeORM is a detail of entities, repositories, queries and libs/persistence.',
      {
        pathNot: ['\\.(entity|repository|queries)\\.ts$', '^libs/persistence/', '^ormconfig\\.ts$', ...TESTS],
      },
      { path: '(^|node_modules/)(@nestjs/)?typeorm(/|$)' },
    ),
    rule(
      'no-framework-inside',
      'The domain and the configuration know nothing of Nest.',
      { path: '^libs/(domain|config)/' },
      { path: '(^|node_modules/)@nestjs/' },
    ),
    rule('no-cycles', 'Import cycles break ESM and thinking alike; type imports count.', {}, { circular: true }),
    rule('resolvable', 'What cannot be resolved escapes every other rule.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // `#domain` and the like resolve to dist/ by package.json, which is right at run time and useless here.
    webpackConfig: { fileName: `${__dirname}/test/architecture/resolve.cjs` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
