import type { Abstract, InjectionToken, Provider, Type } from '@nestjs/common';

/** Under which an extension's replacement of a port is provided. */
export function replacementOf(port: InjectionToken): InjectionToken {
  let token = replacements.get(port);
  if (!token) replacements.set(port, (token = Symbol(`replacement of ${nameOf(port)}`)));
  return token;
}

/**
 * Provides a port: what an extension brings, else `standard`. The standard one is there by its own class in either case,
 * so that a replacement can pass on to it what it does not answer itself.
 */
export function port<T>(token: Abstract<T> | symbol, standard: Type<T>): Provider[] {
  return [
    standard,
    {
      provide: token,
      inject: [standard, { token: replacementOf(token), optional: true }],
      useFactory: (own: T, replacement?: T) => replacement ?? own,
    },
  ];
}

export const nameOf = (token: InjectionToken): string =>
  typeof token === 'function' ? token.name : (typeof token === 'symbol' && token.description) || String(token);

const replacements = new Map<InjectionToken, InjectionToken>();
