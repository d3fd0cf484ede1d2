import { nameOf, replacementOf } from '#http';
import { Global, Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import type { ApiExtension } from './extension.js';

/** Makes what extensions bring instead of the API's own ports reachable for the modules that provide those ports. */
@Global()
@Module({})
export class ReplacementsModule {
  /** Throws when an extension replaces what is not one of `ports`, or what another one replaces too. */
  static with(extensions: ApiExtension[], ports: InjectionToken[]): DynamicModule {
    const owners = new Map<InjectionToken, string>();
    for (const { name, replaces = [] } of extensions) {
      for (const { provide } of replaces) {
        if (!ports.includes(provide)) throw new Error(`${name} replaces ${nameOf(provide)}, which is not a port`);
        const other = owners.get(provide);
        if (other !== undefined) throw new Error(`${other} and ${name} both replace ${nameOf(provide)}`);
        owners.set(provide, name);
      }
    }
    return {
      module: ReplacementsModule,
      // A replacement may use what its extension's module exports.
      imports: extensions.filter(({ replaces = [] }) => replaces.length > 0).map(({ module }) => module),
      providers: extensions.flatMap(({ replaces = [] }) =>
        replaces.map((provider) => ({ ...provider, provide: replacementOf(provider.provide) })),
      ),
      exports: [...owners.keys()].map((token) => replacementOf(token)),
    };
  }
}
