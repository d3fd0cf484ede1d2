// HEALTHCHECK of the images: `node healthcheck.mjs api agent` exits 0 when each of them answers 200 on /-/readiness, else 1
// and says why. The images have no curl, and nothing here needs a shell.
import { get } from 'node:http';

const PORTS = {
  api: Number(process.env.PORT?.trim() || 3000),
  agent: Number(process.env.AGENT_HEALTH_PORT?.trim() || 8081),
};
/** Milliseconds: below the time-out of HEALTHCHECK, so that the reason can still be said. */
const TIMEOUT = 3_000;

/** Resolves with what is wrong, or with nothing. */
function problemOf(name) {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port: PORTS[name], path: '/-/readiness' }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? undefined : `${name}: readiness is ${response.statusCode}`);
    });
    request.setTimeout(TIMEOUT, () => request.destroy(new Error(`no answer within ${TIMEOUT} ms`)));
    request.once('error', (error) => resolve(`${name}: ${error.message}`));
  });
}

const names = process.argv.slice(2);
if (names.length === 0 || names.some((name) => !(name in PORTS))) {
  process.stderr.write(`usage: healthcheck.mjs ${Object.keys(PORTS).join(' | ')} ...\n`);
  process.exit(1);
}
const problems = (await Promise.all(names.map(problemOf))).filter((problem) => problem !== undefined);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
