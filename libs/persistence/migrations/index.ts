import type { MigrationInterface } from 'typeorm';
import { FoundationSchema1766000000000 } from './1766000000000-foundation.js';

export type MigrationClass = new () => MigrationInterface;

/** All migrations, oldest first. */
export const migrations: MigrationClass[] = [FoundationSchema1766000000000];
