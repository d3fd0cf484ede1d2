import { PUBLIC_LOCATIONS, RUNTIMES, type PublicLocation, type RuntimeId } from '#domain';
import { Flag, FreeObject, Text } from '#http';

/** Reference 3.12. */
export class LocationView {
  @Text({ description: 'Its code, as `locations` of checks has it', example: 'eu-central-1' }) region: string;
  @Text({ description: 'Its name', example: 'Frankfurt' }) name: string;

  static of(region: PublicLocation): LocationView {
    return { region, name: PUBLIC_LOCATIONS[region] };
  }
}

/** Reference 3.12. */
export class RuntimeView {
  @Text({ description: 'Id of the runtime, as `runtimeId` of checks and accounts has it', example: '2026.04' })
  name: string;
  @Flag({ description: 'Whether multi-step checks run on it', example: true }) multiStepSupport: boolean;
  @Text({ description: 'Its version of Node.js', example: '24.13.1' }) nodeJsVersion: string;
  @FreeObject({
    description: 'Packages that scripts can import, by version; empty, as agents run no scripts yet',
    example: {},
  })
  dependencies: object;

  static of(name: RuntimeId): RuntimeView {
    return { name, ...RUNTIMES[name], dependencies: {} };
  }
}
