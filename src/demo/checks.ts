import { PATHS, type Target } from './target.js';

/** A check of the demo: its name on the screen, and what POST /v1/checks/url is sent. */
export interface DemoCheck {
  readonly name: string;
  readonly body: object;
}

/** Every 10 seconds, the shortest period there is, so that a minute shows something. */
export function demoChecks({ url, tlsUrl }: Target, location: string): DemoCheck[] {
  const check = (name: string, address: string, values: object = {}, request: object = {}): DemoCheck => ({
    name,
    body: {
      name: `Demo: ${name}`,
      description: 'Made by npm run demo, which removes it when it ends',
      tags: ['demo'],
      frequency: 0,
      frequencyOffset: 10,
      doubleCheck: false,
      privateLocations: [location],
      request: { url: address, ...request },
      ...values,
    },
  });
  return [
    check('Steady', url + PATHS.steady),
    check('Slow', url + PATHS.slow, { degradedResponseTime: 300 }),
    check('Flaky', url + PATHS.flaky),
    check('Flaky, retried', url + PATHS.shaky, {
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 1 },
    }),
    check('Broken', url + PATHS.broken),
    check('TLS, self-signed', tlsUrl + PATHS.steady, {}, { skipSSL: true }),
  ];
}
