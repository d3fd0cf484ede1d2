// Adds to package-lock.json the optional platform packages that the registry used for the last install did not offer.
// `npm ci` refuses a lock without them ("Missing: ... from lock file"), on every platform. Run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';

const OS = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
};
const CPU = ['arm64', 'armv7', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`;
    if (lock.packages[at] || lock.packages[`${path}/${at}`] || !/^\d/.test(version)) continue;
    const os = Object.keys(OS).find((word) => name.includes(`-${word}`) || name.includes(`/${word}`));
    const cpu = CPU.find((word) => name.includes(`-${word}`));
    if (!os && !cpu) continue;
    lock.packages[at] = {
      version,
      ...(cpu && { cpu: [cpu === 'armv7' ? 'arm' : cpu] }),
      ...(entry.dev && { dev: true }),
      ...(name.includes('musl') && { libc: ['musl'] }),
      ...(name.endsWith('-gnu') && os === 'linux' && { libc: ['glibc'] }),
      optional: true,
      ...(os && { os: [OS[os]] }),
    };
    added += 1;
  }
}
const [root, ...rest] = Object.keys(lock.packages);
lock.packages = Object.fromEntries(
  [root, ...rest.toSorted((a, b) => (a < b ? -1 : 1))].map((path) => [path, lock.packages[path]]),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added`);
