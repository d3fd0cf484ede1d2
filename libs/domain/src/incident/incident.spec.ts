import * as fc from 'fast-check';
import { admitUpdateRemoval, changeIncident, type Incident, type IncidentChange } from './incident.js';

const incident: Incident = {
  id: 'i',
  name: 'Log-in is slow',
  impact: 'MINOR',
  dashboardId: 1,
  startedAt: new Date(1_000),
  stoppedAt: null,
  createdAt: new Date(0),
  updatedAt: null,
};

describe('changeIncident', () => {
  it('changes what is sent and keeps the rest', () => {
    expect(changeIncident(incident, { impact: 'MAJOR', startedAt: null })).toEqual({
      ...incident,
      impact: 'MAJOR',
      startedAt: null,
    });
  });

  it('refuses what stops before it starts, whichever of the two is sent, and nothing else', () => {
    const moment = fc.option(fc.date({ noInvalidDate: true }), { nil: null });
    const accepts = (current: Incident, change: IncidentChange) => {
      try {
        return changeIncident(current, change) !== null;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(moment, moment, (startedAt, stoppedAt) => {
        const right = startedAt === null || stoppedAt === null || startedAt <= stoppedAt;
        expect(accepts({ ...incident, startedAt }, { stoppedAt })).toBe(right);
        expect(accepts({ ...incident, stoppedAt }, { startedAt })).toBe(right);
        expect(accepts(incident, { startedAt, stoppedAt })).toBe(right);
      }),
    );
  });
});

describe('admitUpdateRemoval', () => {
  it('keeps the last update', () => {
    expect(() => admitUpdateRemoval(1)).not.toThrow();
    expect(() => admitUpdateRemoval(0)).toThrow('at least one update');
  });
});
