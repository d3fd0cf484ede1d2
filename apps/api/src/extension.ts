import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { MigrationClass } from '#persistence';
import type { AddedCheckType } from './added-check-types.js';

/** How others extend the API: a Nest module that lives behind the same guard, filter, validation and documentation. */
export interface ApiExtension {
  name: string;
  /** Controllers, providers, listeners. */
  module: Type | DynamicModule;
  /** Rows of tables of its own, which its migrations make. */
  entities?: Type[];
  migrations?: MigrationClass[];
  /**
   * Other implementations of published ports, e.g. `{ provide: KeyVerifier, useClass: SingleSignOn }`. They may inject what
   * `module` exports, and the standard implementation by its class.
   */
  replaces?: Exclude<Provider, Type>[];
  /** Check types of its own; the agents of their locations need a probe for each (`AgentExtension`). */
  checkTypes?: AddedCheckType[];
}
