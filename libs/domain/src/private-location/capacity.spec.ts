import { capacityOf, capacityWarnings, type AgentPlaces } from './capacity.js';

const UPTIME: AgentPlaces = { checkTypes: ['URL', 'DNS', 'TCP', 'ICMP'], runtimes: [], slots: 100 };
const FULL: AgentPlaces = { checkTypes: ['URL', 'API', 'DNS', 'TCP', 'ICMP'], runtimes: ['2026.04'], slots: 10 };
const urls = (runsPerMinute: number) => ({ checkType: 'URL' as const, runtimeId: null, runsPerMinute });

describe('capacityOf', () => {
  it('knows slots, load and agents by what they can run', () => {
    const capacity = capacityOf({
      agents: [UPTIME, FULL],
      scheduled: [urls(600), { checkType: 'API', runtimeId: '2026.04', runsPerMinute: 60 }],
      durations: [{ checkType: 'URL', ms: 500 }],
    });
    expect(capacity).toMatchObject({ agents: 2, slots: 110, runsPerMinute: 660, load: 6 });
    const of = (checkType: string, runtimeId: string | null) =>
      capacity.types.find((type) => type.checkType === checkType && type.runtimeId === runtimeId);
    expect(of('URL', null)).toMatchObject({ agents: 2, slots: 110, load: 5, meanDuration: 500 });
    expect(of('API', '2026.04')).toMatchObject({ agents: 1, slots: 10, load: 1, meanDuration: null });
    expect(of('API', null)).toMatchObject({ agents: 1, runsPerMinute: 0, load: 0 });
  });

  it.each([
    // Reference 5.11: checks per minute x minutes each / concurrency + 1.
    [0, 1_000, 0],
    [60, 1_000, 2],
    [600, 1_000, 2],
    [601, 1_000, 3],
    [600, 3_000, 4],
  ])('%d runs a minute of %d ms need %d agents of 10 slots', (runsPerMinute, ms, agents) => {
    const scheduled = runsPerMinute === 0 ? [] : [urls(runsPerMinute)];
    const work = { agents: [FULL], scheduled, durations: [{ checkType: 'URL' as const, ms }] };
    expect(capacityOf(work).agentsNeeded).toBe(agents);
  });

  it('cannot say how many agents are needed while there is none', () => {
    expect(capacityOf({ agents: [], scheduled: [urls(1)], durations: [] }).agentsNeeded).toBeNull();
  });
});

describe('capacityWarnings', () => {
  const warnings = (agents: AgentPlaces[], perMinute: number, runtimeId: string | null = null) => {
    const scheduled = [{ ...urls(perMinute), ...(runtimeId && { checkType: 'API' as const, runtimeId }) }];
    return capacityWarnings('office', scheduled, capacityOf({ agents, scheduled, durations: [] }));
  };

  it('says nothing while there is room', () => {
    expect(warnings([FULL], 600)).toEqual([]);
  });

  it('names what no agent can run', () => {
    expect(warnings([], 1)).toEqual(['No agent at work in the location office can run URL checks']);
    expect(warnings([UPTIME], 1, '2026.04')).toEqual([
      'No agent at work in the location office can run API checks with scripts of runtime 2026.04',
    ]);
    expect(warnings([FULL], 1, '2025.04')).toHaveLength(1);
  });

  it('tells when the places do not suffice', () => {
    expect(warnings([FULL], 601)).toEqual([
      'The location office has no room for it: its checks use 10.0 of 10 slots, 3 agents are needed',
    ]);
  });
});
