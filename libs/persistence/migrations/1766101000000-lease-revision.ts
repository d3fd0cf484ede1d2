import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents are sent what their runs have in common once, and again when this number has grown. */
export class LeaseRevision1766101000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN lease_revision integer NOT NULL DEFAULT 0;

      CREATE FUNCTION raise_lease_revision() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE accounts SET lease_revision = lease_revision + 1 WHERE account_id = coalesce(NEW.account_id, OLD.account_id);
        RETURN NULL;
      END $$;

      CREATE TRIGGER environment_variables_lease AFTER INSERT OR UPDATE OR DELETE ON environment_variables
        FOR EACH ROW EXECUTE FUNCTION raise_lease_revision();
      CREATE TRIGGER client_certificates_lease AFTER INSERT OR UPDATE OR DELETE ON client_certificates
        FOR EACH ROW EXECUTE FUNCTION raise_lease_revision();
      CREATE TRIGGER private_locations_lease AFTER UPDATE OF proxy_url ON private_locations
        FOR EACH ROW WHEN (OLD.proxy_url IS DISTINCT FROM NEW.proxy_url) EXECUTE FUNCTION raise_lease_revision();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER environment_variables_lease ON environment_variables;
      DROP TRIGGER client_certificates_lease ON client_certificates;
      DROP TRIGGER private_locations_lease ON private_locations;
      DROP FUNCTION raise_lease_revision;
      ALTER TABLE accounts DROP COLUMN lease_revision;`);
  }
}
