/** What the HTTP base needs of the configuration. */
export abstract class HttpSettings {
  abstract readonly accountHeaders: readonly string[];
  abstract readonly rateLimit: number | 'off';
}
