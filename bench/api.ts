import { createApi } from '#api';
import { readApiConfig } from '#config';
import type { RunReport } from '#agent-protocol';
import type { LocationPrincipal } from '#http';
import type { AddressInfo } from 'node:net';
import { IngestionService } from '../apps/api/src/ingestion/index.js';
import { SchedulerQueries } from '../apps/api/src/scheduling/scheduler.queries.js';
import { serve } from './serve.js';
import { StatementCount } from './statement-count.js';

/** The API as `main.ts` starts it, on the settings of its environment; some of its parts can also be asked directly. */
const app = await createApi(readApiConfig(process.env));
await app.listen(0, '127.0.0.1');
const statements = new StatementCount();
const [ingestion, scheduler] = [IngestionService, SchedulerQueries].map((part) => app.get(part, { strict: false })) as [
  IngestionService,
  SchedulerQueries,
];

serve(
  {
    port: () => (app.getHttpServer().address() as AddressInfo).port,
    countStatements: () => statements.start(),
    countedStatements: () => statements.stop(),
    /** Milliseconds to store the batches, one after the other, without HTTP. */
    ingest: async ({ location, batches }: { location: LocationPrincipal; batches: RunReport[][] }) => {
      const startedAt = performance.now();
      for (const batch of batches) await ingestion.ingest(location, batch);
      return performance.now() - startedAt;
    },
    /** Claims until nothing is due; how many, and in how many milliseconds. */
    claimAll: async (batch: number) => {
      const startedAt = performance.now();
      let rows = 0;
      for (let due = batch; due === batch; rows += due) ({ due } = await scheduler.claim(batch));
      return { rows, ms: performance.now() - startedAt };
    },
  },
  () => app.close(),
);
