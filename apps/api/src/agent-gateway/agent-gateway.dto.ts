import {
  LEASE_SECONDS,
  MOST_ERRORS,
  MAX_WAIT_SECONDS,
  REPORT_VERDICTS,
  type AgentError,
  type HeldLease,
  type LeaseContext,
  type LeasedCheck,
  type LeasedScripts,
  type LeasedVariable,
  type ReportVerdict,
} from '#agent-protocol';
import { CHECK_TYPES, RUN_SOURCES, type CheckType, type RunSource } from '#domain';
import { Decimal, Flag, FreeObject, ListOf, Nested, NestedList, OneOf, Text, TextList, Uuid, Whole } from '#http';

const AGENT_ID = { description: 'One id per agent process', example: '22222222-2222-4222-8222-222222222222' };
const TOKEN = { min: 1, description: 'Fencing token of the lease', example: 1 };
const RUN_ID = { description: 'Id of the run', example: '01932d5e-7a00-7000-8000-000000000001' };

/** Decision 26. */
export class LeaseRequestBody {
  @Uuid(AGENT_ID) agentId: string;
  @Whole({ min: 1, max: 1_000, description: 'How many runs the agent can take', example: 10 }) capacity: number;
  @Whole({
    min: 1,
    max: 1_000,
    nullable: true,
    default: null,
    description: 'How many runs it has room for when nothing runs; `capacity` when null',
    example: 10,
  })
  slots: number | null;
  @TextList({
    min: 1,
    max: 100,
    each: { min: 1, max: 50 },
    description: 'Check types it can run. Those that this API does not know, of a newer agent, are left alone',
    example: ['URL'],
  })
  checkTypes: CheckType[];
  @TextList({ max: 100, each: { min: 1, max: 50 }, default: [], description: 'Runtimes it has', example: [] })
  runtimes: string[];
  @Whole({
    min: 0,
    max: MAX_WAIT_SECONDS,
    default: 0,
    description: 'How long to wait for work, in seconds',
    example: 0,
  })
  waitSeconds: number;
  @Text({ min: 1, max: 50, description: 'Release of the agent', example: '0.1.0' }) version: string;
  @Text({
    max: 200,
    nullable: true,
    default: null,
    description: 'Version of the context that the agent has; null before the first one',
    example: null,
  })
  contextVersion: string | null;
}

class LeasedVariableView implements LeasedVariable {
  @Text({ description: 'Name of the variable', example: 'BASE_URL' }) key: string;
  @Text({ description: 'Its value, also where it is secret', example: 'https://example.com' }) value: string;
  @Flag({ description: 'Whether it must not show anywhere', example: false }) secret: boolean;
}

class LeasedCheckView implements LeasedCheck {
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) id: string;
  @Text({ description: 'Name of the check', example: 'Home page' }) name: string;
  @OneOf(CHECK_TYPES, { description: 'Type of the check', example: 'URL' }) checkType: CheckType;
  @FreeObject({ description: "The type's own request", example: { url: 'https://example.com' } }) request: object;
  @Flag({ description: 'HTTP statuses from 400 count as passed', example: false }) shouldFail: boolean;
  @Decimal({ nullable: true, description: 'Milliseconds', example: 3_000 }) degradedResponseTime: number | null;
  @Decimal({ nullable: true, description: 'Milliseconds', example: 5_000 }) maxResponseTime: number | null;
  @FreeObject({ optional: true, description: 'What else only this type has', example: {} }) settings?: Readonly<
    Record<string, unknown>
  >;
  @NestedList(() => LeasedVariableView, { optional: true, description: 'Of the check and its group' })
  variables?: LeasedVariable[];
  @Text({ optional: true, nullable: true, description: 'GROUP_BASE_URL', example: null }) groupBaseUrl?: string | null;
  @FreeObject({
    optional: true,
    description: 'Set-up and teardown scripts, in their order',
    example: { setUp: [], tearDown: [] },
  })
  scripts?: LeasedScripts;
}

class LeaseView {
  @Uuid(RUN_ID) runId: string;
  @Whole(TOKEN) token: number;
  @Uuid({ description: 'Id of the session', example: '01932d5e-7a00-7000-8000-000000000000' }) sessionId: string;
  @Text({ description: 'Slug name of the location', example: 'default' }) location: string;
  @Whole({ description: 'Which attempt of the run, from 1', example: 1 }) attempt: number;
  @Uuid({ description: 'Id of the result', example: '01932d5e-7a00-7000-8000-000000000002' }) resultId: string;
  @OneOf(RUN_SOURCES, { optional: true, description: 'Why the check runs', example: 'SCHEDULER' }) source?: RunSource;
  @Nested(() => LeasedCheckView, { description: 'What to run' }) check: LeasedCheckView;
}

export class LeaseResponseView {
  @NestedList(() => LeaseView, { description: `Runs, each held for ${LEASE_SECONDS} s`, max: 1_000 })
  leases: LeaseView[];
  @TextList({ description: 'Addresses that no probe may connect to', example: ['169.254.0.0/16'] })
  denyTargets: string[];
  @Whole({
    max: Number.MAX_SAFE_INTEGER,
    description: 'Unix milliseconds: agents tell times by this clock, whatever theirs says',
    example: 1_795_262_400_000,
  })
  now: number;
  @FreeObject({
    nullable: true,
    description: 'Variables, snippets, certificates and proxy of all runs; null when the agent has them already',
    example: null,
  })
  context: LeaseContext | null;
}

class HeldLeaseFields implements HeldLease {
  @Uuid(RUN_ID) runId: string;
  @Whole(TOKEN) token: number;
}

export class HeldLeasesBody {
  @Uuid(AGENT_ID) agentId: string;
  @NestedList(() => HeldLeaseFields, {
    max: 1_000,
    description: 'The leases meant',
    example: [{ runId: RUN_ID.example, token: 1 }],
  })
  leases: HeldLease[];
}

export class RenewResponseView {
  @NestedList(() => HeldLeaseFields, { max: 1_000, description: 'Leases that are lost: leased again or ended' })
  lost: HeldLease[];
}

export class ReleaseResponseView {
  @Whole({ description: 'How many runs others can take now', example: 1 }) released: number;
}

/** The reports themselves are read by `readReports`: by hand, because this is the hottest route. */
export class ReportBody {
  @Uuid(AGENT_ID) agentId: string;
  @NestedList(() => ReportShape, {
    min: 1,
    max: 100,
    description: 'What the agent found out; sending a report again is harmless',
    example: [],
  })
  results: object[];
}

class ReportShape {}

export class ReportResponseView {
  @ListOf(REPORT_VERDICTS, { description: 'One for each report, in their order', example: ['accepted'] })
  verdicts: ReportVerdict[];
}

class AgentErrorFields implements AgentError {
  @Text({ pattern: /^[A-Z][A-Za-z]{0,39}$/, description: 'Class of the error', example: 'TypeError' }) class: string;
  @Text({
    pattern: /^[A-Z][A-Z0-9_]{0,59}$/,
    nullable: true,
    default: null,
    description: 'Its code',
    example: 'ENOSPC',
  })
  code: string | null;
  @OneOf(CHECK_TYPES, { nullable: true, default: null, description: 'What was being executed', example: 'URL' })
  checkType: CheckType | null;
  @Whole({ min: 1, max: 1_000_000, description: 'How often', example: 1 }) count: number;
}

/** Decision 32: nothing else is taken. */
export class AgentErrorsBody {
  @Uuid(AGENT_ID) agentId: string;
  @Text({ min: 1, max: 50, description: 'Release of the agent', example: '0.1.0' }) version: string;
  @NestedList(() => AgentErrorFields, { min: 1, max: MOST_ERRORS, description: 'By kind' }) errors: AgentError[];
}

export class AgentErrorsView {
  @Whole({ min: 0, description: 'How many errors were counted', example: 1 }) noted: number;
}
