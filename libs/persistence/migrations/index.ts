import type { MigrationInterface } from 'typeorm';
import { FoundationSchema1766000000000 } from './1766000000000-foundation.js';
import { ServicePulse1766000100000 } from './1766000100000-service-pulse.js';
import { RowCounts1766000200000 } from './1766000200000-row-counts.js';

export type MigrationClass = new () => MigrationInterface;

/** All migrations, oldest first. */
export const migrations: MigrationClass[] = [
  FoundationSchema1766000000000,
  ServicePulse1766000100000,
  RowCounts1766000200000,
];
