import type { AccountId, Artifact, CheckType } from '#domain';
import { Database } from '#persistence';
import { Injectable } from '@nestjs/common';

/** A run as the upload of a file asks for it. */
export interface UploadingRun {
  checkId: string;
  token: number;
  attempt: number;
  /** How many files the result has, and the hash of the one of this name. */
  present: number;
  sha256: string | null;
}

export interface ArtifactRow extends Artifact {
  accountId: AccountId;
  resultId: string;
  checkId: string;
}

/** `createdAt` as PostgreSQL writes it: a place in the order of age. */
export interface OldArtifact extends ArtifactRow {
  createdAt: string;
}

const COLUMNS = `a.account_id AS "accountId", a.result_id AS "resultId", a.check_id AS "checkId", a.name, a.type,
  a.content_type AS "contentType", a.size::float8 AS size, a.sha256`;

const UPLOADING = {
  name: 'artifact_uploading',
  text: `SELECT r.check_id AS "checkId", r.token, r.attempt,
      (SELECT count(*)::int FROM check_artifacts a WHERE a.account_id = $1 AND a.result_id = $3) AS present,
      (SELECT a.sha256 FROM check_artifacts a WHERE a.account_id = $1 AND a.result_id = $3 AND a.name = $4) AS sha256
    FROM check_runs r WHERE r.account_id = $1 AND r.id = $2`,
};

const ADD = {
  name: 'artifact_add',
  text: `INSERT INTO check_artifacts (account_id, result_id, name, check_id, type, content_type, size, sha256)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
};

/** Which result and check it is asked for; no row where the account has no such result. */
const OF_RESULT = {
  name: 'artifacts_of_result',
  text: `SELECT c.name AS "checkName", r.check_type AS "checkType",
      (SELECT count(*)::int FROM check_artifacts a WHERE a.account_id = $1 AND a.result_id = r.id
        AND ($4::text[] IS NULL OR a.type = ANY ($4)) AND ($5::text IS NULL OR strpos(lower(a.name), lower($5)) > 0)) AS total,
      coalesce((SELECT json_agg(entry) FROM (SELECT ${COLUMNS} FROM check_artifacts a
        WHERE a.account_id = $1 AND a.result_id = r.id AND ($4::text[] IS NULL OR a.type = ANY ($4))
          AND ($5::text IS NULL OR strpos(lower(a.name), lower($5)) > 0)
        ORDER BY a.name LIMIT $6) entry), '[]') AS artifacts
    FROM check_results r JOIN checks c ON c.account_id = r.account_id AND c.id = r.check_id
    WHERE r.account_id = $1 AND r.check_id = $2 AND r.id = $3`,
};

const ONE = {
  name: 'artifact_one',
  text: `SELECT ${COLUMNS} FROM check_artifacts a
    WHERE a.account_id = $1 AND a.check_id = $2 AND a.result_id = $3 AND a.name = $4`,
};

/** After a place in their order: the time to the microsecond as text, and the key, which make it a strict one. */
const OLD = {
  name: 'artifacts_old',
  text: `SELECT ${COLUMNS}, a.created_at::text AS "createdAt" FROM check_artifacts a
    WHERE a.created_at < now() - $1 * interval '1 day'
      AND ($3::text IS NULL OR (a.created_at, a.account_id, a.result_id, a.name) > ($3::timestamptz, $4::uuid, $5::uuid, $6))
    ORDER BY a.created_at, a.account_id, a.result_id, a.name LIMIT $2`,
};
const FORGET = {
  name: 'artifacts_forget',
  text: `DELETE FROM check_artifacts a USING unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (account_id, result_id, name)
  WHERE a.account_id = n.account_id AND a.result_id = n.result_id AND a.name = n.name`,
};

export interface ArtifactsOfResult {
  checkName: string;
  checkType: CheckType;
  total: number;
  artifacts: ArtifactRow[];
}

@Injectable()
export class ArtifactsQueries {
  constructor(private readonly database: Database) {}

  async uploading(
    account: AccountId,
    runId: string,
    resultId: string,
    name: string,
  ): Promise<UploadingRun | undefined> {
    return (await this.database.rows<UploadingRun>(UPLOADING, [account, runId, resultId, name]))[0];
  }

  async add({ accountId, resultId, name, checkId, type, contentType, size, sha256 }: ArtifactRow): Promise<void> {
    await this.database.rows(ADD, [accountId, resultId, name, checkId, type, contentType, size, sha256]);
  }

  /** By name. `types` and `part` of the name narrow it down. */
  async ofResult(
    account: AccountId,
    checkId: string,
    resultId: string,
    { types, part, limit }: { types?: readonly string[]; part?: string; limit: number },
  ): Promise<ArtifactsOfResult | undefined> {
    const values = [account, checkId, resultId, types ?? null, part ?? null, limit];
    return (await this.database.rows<ArtifactsOfResult>(OF_RESULT, values))[0];
  }

  async one(account: AccountId, checkId: string, resultId: string, name: string): Promise<ArtifactRow | undefined> {
    return (await this.database.rows<ArtifactRow>(ONE, [account, checkId, resultId, name]))[0];
  }

  /** At most `limit` of all accounts that are older than `days`, the oldest first, those after `last`. */
  old(days: number, limit: number, last?: OldArtifact): Promise<OldArtifact[]> {
    const place = [last?.createdAt, last?.accountId, last?.resultId, last?.name].map((part) => part ?? null);
    return this.database.rows<OldArtifact>(OLD, [days, limit, ...place]);
  }

  async forget(rows: ArtifactRow[]): Promise<void> {
    const column = (name: 'accountId' | 'resultId' | 'name') => rows.map((row) => row[name]);
    await this.database.rows(FORGET, [column('accountId'), column('resultId'), column('name')]);
  }
}
