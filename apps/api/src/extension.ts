import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { MigrationClass } from '#persistence';

/** How others extend the API: a Nest module that lives behind the same guard, filter, validation and documentation. */
export interface ApiExtension {
  name: string;
  /** Controllers, providers, listeners. */
  module: Type | DynamicModule;
  migrations?: MigrationClass[];
  /** Other implementations of published ports, e.g. `{ provide: KeyVerifier, useClass: SingleSignOn }`. */
  replaces?: Provider[];
}
