// Jest cannot `require` ESM packages on Node 20: our TypeScript and these packages are compiled to CommonJS on the way in.
const esmPackages = [
  '@nestjs',
  'file-type',
  'strtok3',
  '@tokenizer',
  'token-types',
  'uint8array-extras',
  '@borewit',
  'fast-check',
  '@standard-schema',
];

const swc = [
  '@swc/jest',
  {
    swcrc: false,
    jsc: { target: 'es2023', transform: { legacyDecorator: true, decoratorMetadata: true }, keepClassNames: true },
  },
];
const typescript = [
  '@swc/jest',
  { ...swc[1], jsc: { ...swc[1].jsc, parser: { syntax: 'typescript', decorators: true } } },
];

const shared = {
  testEnvironment: 'node',
  transform: { '\\.ts$': typescript, '\\.m?js$': swc },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^#(api|agent)$': '<rootDir>/apps/$1/src/index.ts',
    '^#([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

export default {
  ...shared,
  testMatch: ['<rootDir>/{libs,apps,test}/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/retry-in-ci.ts'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
