import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers that only some check types have, by metric, e.g. the packet loss of ICMP checks; null where the type has none. */
export class ResultMetrics1766101100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE check_results ADD COLUMN metrics jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE check_results DROP COLUMN metrics');
  }
}
