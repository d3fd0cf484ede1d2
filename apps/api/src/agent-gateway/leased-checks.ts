import type { Lease, LeasedCheck, LeasedScript, LeasedScripts, LeasedVariable } from '#agent-protocol';
import { variablesWithGroup, withApiDefaults, type AccountId, type ApiCheckDefaults, type Variable } from '#domain';
import { resultId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { OwnVariables } from '../variables/index.js';

interface Scripted {
  setupSnippetId: number | null;
  tearDownSnippetId: number | null;
  localSetupScript: string | null;
  localTearDownScript: string | null;
}

type Settings = Partial<Scripted> & { environmentVariables?: Variable[] } & Record<string, unknown>;
type Group = Scripted & { apiCheckDefaults: ApiCheckDefaults; environmentVariables: Variable[] | null };

export type LeasedRow = Omit<Lease, 'check' | 'resultId'> &
  LeasedCheck & {
    checkId: string;
    takenOver: boolean;
    revision: number;
    /** Since it was queued, and since it was due; null of a run that was leased before. */
    queuedMs: number | null;
    lateMs: number | null;
    settings: Settings | null;
    sealedVariables: Record<string, string> | null;
    group: Group | null;
  };

/** SQL of what a run `r` of a check `c` needs besides its request: nothing more where the type has nothing more. */
export const API_CHECK_COLUMNS = `
    CASE WHEN c.check_type <> 'URL' THEN c.settings - ARRAY['request', 'degradedResponseTime', 'maxResponseTime'] END AS settings,
    CASE WHEN c.check_type = 'API' THEN c.sealed_variables END AS "sealedVariables",
    CASE WHEN c.check_type = 'API' THEN (SELECT s.source FROM check_sessions s
      WHERE s.account_id = $1 AND s.id = r.session_id) END AS source,
    CASE WHEN c.check_type = 'API' THEN (SELECT json_build_object('apiCheckDefaults', g.api_check_defaults,
        'environmentVariables', g.environment_variables, 'setupSnippetId', g.setup_snippet_id,
        'tearDownSnippetId', g.tear_down_snippet_id, 'localSetupScript', g.local_setup_script,
        'localTearDownScript', g.local_tear_down_script)
      FROM check_groups g WHERE g.account_id = c.account_id AND g.id = c.group_id) END AS "group"`;

/** Puts together what an agent is told of a check: its group worked in, its secrets opened. */
@Injectable()
export class LeasedChecks {
  constructor(private readonly variables: OwnVariables) {}

  leaseOf(account: AccountId, row: LeasedRow): Lease {
    const { runId, token, sessionId, location, attempt, checkId, source, settings } = row;
    const { name, checkType, request, shouldFail, degradedResponseTime, maxResponseTime } = row;
    const run = { runId, token, sessionId, location, attempt, resultId: resultId(runId, location, attempt) };
    const leased = { id: checkId, name, checkType, request, shouldFail, degradedResponseTime, maxResponseTime };
    if (checkType === 'API') return { ...run, ...(source && { source }), check: this.apiCheck(account, leased, row) };
    return { ...run, check: settings === null ? leased : { ...leased, settings } };
  }

  private apiCheck(
    account: AccountId,
    check: LeasedCheck,
    { settings, sealedVariables, group }: LeasedRow,
  ): LeasedCheck {
    const own = (settings?.environmentVariables ?? []).map((variable) =>
      variable.secret ? { ...variable, value: sealedVariables![variable.key]! } : variable,
    );
    const variables = variablesWithGroup(
      this.variables.opened(account, own),
      this.variables.opened(account, group?.environmentVariables ?? null),
    );
    return {
      ...check,
      request: group ? withApiDefaults(check.request as object, group.apiCheckDefaults) : check.request,
      variables: variables.map(leasedVariable),
      groupBaseUrl: group?.apiCheckDefaults.url || null,
      scripts: scriptsOf(settings ?? {}, group),
    };
  }
}

export const leasedVariable = ({ key, value, secret }: Variable): LeasedVariable => ({ key, value, secret });

/** Reference 5.6: group, check, request, check, group; a snippet comes before a script of the same place. */
function scriptsOf(check: Partial<Scripted>, group: Group | null): LeasedScripts {
  const setUp = (of: Partial<Scripted> | null) => scripts(of?.setupSnippetId, of?.localSetupScript);
  const tearDown = (of: Partial<Scripted> | null) => scripts(of?.tearDownSnippetId, of?.localTearDownScript);
  return { setUp: [...setUp(group), ...setUp(check)], tearDown: [...tearDown(check), ...tearDown(group)] };
}

function scripts(snippetId: number | null | undefined, source: string | null | undefined): LeasedScript[] {
  return [...(snippetId ? [{ snippetId }] : []), ...(source ? [{ source }] : [])];
}
