import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the service was last alive, and when its last outage ended: what all replicas and later starts go by (`Outage`). */
export class ServicePulse1766000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE service_pulse (
        id integer PRIMARY KEY CHECK (id = 1),
        alive_at timestamptz(3) NOT NULL,
        outage_ended_at timestamptz(3) NOT NULL
      );
      INSERT INTO service_pulse (id, alive_at, outage_ended_at) VALUES (1, 'epoch', 'epoch');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE service_pulse');
  }
}
