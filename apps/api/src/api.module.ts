import { HttpModule, KeyVerifier } from '#http';
import type { ApiConfig } from '#config';
import { PersistenceModule } from '#persistence';
import { Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { AddedCheckTypesModule } from './added-check-types.js';
import { AgentGatewayModule } from './agent-gateway/index.js';
import { CheckAlertsModule } from './check-alerts/index.js';
import { CheckGroupsModule } from './check-groups/index.js';
import { CheckSessionsModule } from './check-sessions/index.js';
import { ChecksModule } from './checks/index.js';
import { IncidentsModule } from './incidents/index.js';
import { IngestionModule } from './ingestion/index.js';
import { MaintenanceModule } from './maintenance/index.js';
import { MaintenanceWindowsModule } from './maintenance-windows/index.js';
import { MetricsModule } from './metrics/index.js';
import { SchedulingModule } from './scheduling/index.js';
import { AccountsModule } from './accounts/index.js';
import { ApiKeysModule } from './api-keys/index.js';
import { ArtifactsModule, ArtifactStore } from './artifacts/index.js';
import { AnalyticsModule } from './analytics/index.js';
import { CheckResultsModule } from './check-results/index.js';
import { CheckStatusesModule } from './check-statuses/index.js';
import { ConfigModule } from './config.module.js';
import { entities } from './entities.js';
import { DashboardsModule } from './dashboards/index.js';
import type { ApiExtension } from './extension.js';
import { CatalogueModule } from './catalogue/index.js';
import { ClientCertificatesModule } from './client-certificates/index.js';
import { ErrorGroupsModule } from './error-groups/index.js';
import { HeartbeatsModule } from './heartbeats/index.js';
import { HealthModule } from './health/index.js';
import { PrivateLocationsModule } from './private-locations/index.js';
import { ReplacementsModule } from './replacements.module.js';
import { SnippetsModule } from './snippets/index.js';
import { StatusPageIncidentsModule } from './status-page-incidents/index.js';
import { StatusPageServicesModule } from './status-page-services/index.js';
import { StatusPageSubscriptionsModule } from './status-page-subscriptions/index.js';
import { StatusPagesModule } from './status-pages/index.js';
import { RedisThrottleStorage } from './throttling/index.js';
import { TriggersModule } from './triggers/index.js';
import { VariablesModule } from './variables/index.js';

/** Every feature of the API. A new noun adds one line here. */
const FEATURES = [
  HealthModule,
  ApiKeysModule,
  VariablesModule,
  SnippetsModule,
  ClientCertificatesModule,
  CatalogueModule,
  DashboardsModule,
  IncidentsModule,
  AccountsModule,
  PrivateLocationsModule,
  CheckStatusesModule,
  CheckResultsModule,
  ArtifactsModule,
  AnalyticsModule,
  ChecksModule,
  CheckGroupsModule,
  CheckSessionsModule,
  CheckAlertsModule,
  HeartbeatsModule,
  ErrorGroupsModule,
  TriggersModule,
  SchedulingModule,
  AgentGatewayModule,
  IngestionModule,
  MaintenanceModule,
  MaintenanceWindowsModule,
  // `services` and `incidents` before `{statusPageId}`: Express takes the first route that matches.
  StatusPageServicesModule,
  StatusPageIncidentsModule,
  StatusPagesModule,
  StatusPageSubscriptionsModule,
];

/** What an extension may replace: tokens that are provided through `port(...)`. */
const PORTS: InjectionToken[] = [KeyVerifier, ThrottlerStorage, ArtifactStore];

/** What kind of process the modules are for; a serving one when nothing is said. */
export interface ProcessOptions {
  /** Whether it schedules checks, ends runs and keeps the database in order. */
  background?: boolean;
  /** Whether it connects to the database at all. */
  connect?: boolean;
}

@Module({})
export class ApiModule {
  static with(config: ApiConfig, extensions: ApiExtension[] = [], process: ProcessOptions = {}): DynamicModule {
    const { background = true, connect = true } = process;
    return {
      module: ApiModule,
      imports: [
        ConfigModule.with(config, background),
        ReplacementsModule.with(extensions, PORTS),
        HttpModule.with(
          { accountHeaders: config.accountHeaders, rateLimit: config.rateLimit },
          config.redisUrl === null ? undefined : RedisThrottleStorage,
        ),
        PersistenceModule.to({
          url: config.databaseUrl,
          poolSize: config.databasePoolSize,
          encryptionKey: config.encryptionKey,
          connect,
          entities: [...entities, ...extensions.flatMap((extension) => extension.entities ?? [])],
          extraMigrations: extensions.flatMap(({ migrations = [] }) => migrations),
        }),
        MetricsModule.with(config.metrics),
        ...FEATURES,
        AddedCheckTypesModule.with(extensions.flatMap(({ checkTypes = [] }) => checkTypes)),
        ...extensions.map(({ module }) => module),
      ],
      providers: [],
    };
  }
}
