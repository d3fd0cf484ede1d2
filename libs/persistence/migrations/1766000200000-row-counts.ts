import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose unfiltered lists are long. Another one needs a migration with `count_rows_of`. */
const COUNTED = ['checks', 'environment_variables'];

/** How many rows of long lists each account has, kept by triggers: the total of a page without counting. */
export class RowCounts1766000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
    for (const table of COUNTED) await runner.query('SELECT count_rows_of($1)', [table]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of COUNTED) {
      await runner.query(`DROP TRIGGER rows_added ON ${table}; DROP TRIGGER rows_removed ON ${table};`);
    }
    await runner.query(
      'DROP FUNCTION count_rows_of(text), count_added_rows(), count_removed_rows(); DROP TABLE row_counts',
    );
  }
}

const COUNTS = `
  -- One narrow row for each account and table, updated in place (HOT): room is left on its page.
  CREATE TABLE row_counts (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    table_name text NOT NULL,
    total bigint NOT NULL,
    CONSTRAINT row_counts_pkey PRIMARY KEY (account_id, table_name)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION count_added_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO row_counts AS c (account_id, table_name, total)
      SELECT account_id, TG_TABLE_NAME, count(*) FROM changed GROUP BY account_id ORDER BY account_id
      ON CONFLICT (account_id, table_name) DO UPDATE SET total = c.total + excluded.total;
    RETURN NULL;
  END $$;

  -- Of an account that is being deleted there is nothing left to update.
  CREATE FUNCTION count_removed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE row_counts c SET total = c.total - n.total
      FROM (SELECT account_id, count(*) AS total FROM changed GROUP BY account_id) n
      WHERE c.account_id = n.account_id AND c.table_name = TG_TABLE_NAME;
    RETURN NULL;
  END $$;

  -- Counts what is there and from now on every change. Rows never move to another account.
  CREATE FUNCTION count_rows_of(counted text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', counted);
    EXECUTE format('INSERT INTO row_counts SELECT account_id, %L, count(*) FROM %I GROUP BY account_id', counted, counted);
    EXECUTE format('CREATE TRIGGER rows_added AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_added_rows()', counted);
    EXECUTE format('CREATE TRIGGER rows_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_removed_rows()', counted);
  END $$;
`;
