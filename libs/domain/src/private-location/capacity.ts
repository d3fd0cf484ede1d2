import { RUNNABLE_TYPES } from '../check/check-type.js';
import type { CheckType } from '../check/check-type.js';

/** An agent that asked for work within so many milliseconds is at work; beyond that its places count for nothing. */
export const AGENT_AT_WORK_MS = 60_000;
/** What a run is taken to last where none has been seen lately, in milliseconds. */
export const ASSUMED_RUN_MS = 1_000;

/** What an agent at work can take. */
export interface AgentPlaces {
  checkTypes: readonly CheckType[];
  runtimes: readonly string[];
  /** Runs at the same time. */
  slots: number;
}

/** What runs need of an agent. */
export interface RunNeeds {
  checkType: CheckType;
  /** Null: none. */
  runtimeId: string | null;
}

export interface ScheduledRuns extends RunNeeds {
  runsPerMinute: number;
}

export interface MeanDuration {
  checkType: CheckType;
  /** Milliseconds from start to end. */
  ms: number;
}

/** Everything that a location's capacity follows from. */
export interface LocationWork {
  agents: readonly AgentPlaces[];
  scheduled: readonly ScheduledRuns[];
  /** Of runs that ended lately. */
  durations: readonly MeanDuration[];
}

export interface TypeCapacity extends ScheduledRuns {
  /** Milliseconds; null when no run was seen lately. */
  meanDuration: number | null;
  /** Slots in use on average. */
  load: number;
  /** Agents at work that can run it, and what they can run at the same time. */
  agents: number;
  slots: number;
}

export interface Capacity {
  /** At work. */
  agents: number;
  slots: number;
  runsPerMinute: number;
  /** Slots in use on average: runs per minute x minutes each. */
  load: number;
  /** Reference 5.11: load / slots of an agent + 1; 0 when nothing is scheduled. Null while no agent says how many slots it has. */
  agentsNeeded: number | null;
  types: TypeCapacity[];
}

const canRun =
  ({ checkType, runtimeId }: RunNeeds) =>
  (agent: AgentPlaces) =>
    agent.checkTypes.includes(checkType) && (runtimeId === null || agent.runtimes.includes(runtimeId));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const slotsOf = (agents: readonly AgentPlaces[]) => sum(agents.map(({ slots }) => slots));

/** All types that agents know, whether or not anything of them is scheduled, then what needs a runtime. */
export function capacityOf({ agents, scheduled, durations }: LocationWork): Capacity {
  const idle = RUNNABLE_TYPES.filter(
    (type) => !scheduled.some(({ checkType, runtimeId }) => checkType === type && runtimeId === null),
  ).map((checkType) => ({ checkType, runtimeId: null, runsPerMinute: 0 }));
  const types = [...scheduled, ...idle].toSorted(byType).map((needs) => {
    const meanDuration = durations.find(({ checkType }) => checkType === needs.checkType)?.ms ?? null;
    const able = agents.filter(canRun(needs));
    const load = (needs.runsPerMinute * (meanDuration ?? ASSUMED_RUN_MS)) / 60_000;
    return { ...needs, meanDuration, load, agents: able.length, slots: slotsOf(able) };
  });
  const [slots, load] = [slotsOf(agents), sum(types.map((type) => type.load))];
  const runsPerMinute = sum(scheduled.map((runs) => runs.runsPerMinute));
  return { agents: agents.length, slots, runsPerMinute, load, agentsNeeded: needed(), types };

  function needed(): number | null {
    if (runsPerMinute === 0) return 0;
    return slots === 0 ? null : Math.ceil(load / (slots / agents.length) + 1);
  }
}

const byType = (one: RunNeeds, other: RunNeeds) =>
  one.checkType.localeCompare(other.checkType, 'en') ||
  (one.runtimeId ?? '').localeCompare(other.runtimeId ?? '', 'en');

/** What whoever wants these runs in the location `slugName` should hear; nothing when they fit. ASCII, as it goes into a header. */
export function capacityWarnings(slugName: string, wanted: readonly RunNeeds[], capacity: Capacity): string[] {
  const unable = wanted.filter((needs) => !capacity.types.some((type) => isSame(type, needs) && type.agents > 0));
  if (unable.length > 0)
    return unable.map((needs) => `No agent at work in the location ${slugName} can run ${nameOf(needs)}`);
  const able = capacity.types.filter((type) => wanted.some((needs) => isSame(type, needs)));
  const full = capacity.load > capacity.slots || able.some(({ load, slots }) => load > slots);
  if (!full) return [];
  const use = `${capacity.load.toFixed(1)} of ${capacity.slots} slots`;
  return [
    `The location ${slugName} has no room for it: its checks use ${use}, ${capacity.agentsNeeded} agents are needed`,
  ];
}

const isSame = (one: RunNeeds, other: RunNeeds) =>
  one.checkType === other.checkType && one.runtimeId === other.runtimeId;
const nameOf = ({ checkType, runtimeId }: RunNeeds) =>
  runtimeId === null ? `${checkType} checks` : `${checkType} checks with scripts of runtime ${runtimeId}`;
