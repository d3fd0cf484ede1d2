import * as fc from 'fast-check';
import { INCIDENT_UPDATE_STATUSES, type IncidentUpdateStatus } from '../incident/incident.js';
import { affectedServices, courseOf, incidentDuration, type PageIncidentStep } from './status-page-incident.js';

const step = (minute: number, status: IncidentUpdateStatus, written = minute): PageIncidentStep => ({
  id: `${String(written).padStart(5, '0')}`,
  status,
  publicIncidentUpdateDate: new Date(minute * 60_000),
  createdAt: new Date(written * 60_000),
});
const minutes = (course: { firstUpdateAt: Date; resolvedAt: Date | null }, now = 1_000) => {
  const duration = incidentDuration(course, new Date(now * 60_000));
  return duration === null ? null : duration / 60_000;
};

describe('courseOf', () => {
  it.each<[string, [number, IncidentUpdateStatus, number?][], IncidentUpdateStatus, number]>([
    [
      'is open from its first update to now',
      [
        [10, 'INVESTIGATING'],
        [20, 'MONITORING'],
      ],
      'MONITORING',
      990,
    ],
    [
      'ends with its resolution',
      [
        [10, 'INVESTIGATING'],
        [30, 'RESOLVED'],
      ],
      'RESOLVED',
      20,
    ],
    [
      'is not extended by a second resolution',
      [
        [10, 'INVESTIGATING'],
        [30, 'RESOLVED'],
        [50, 'RESOLVED'],
      ],
      'RESOLVED',
      20,
    ],
    [
      'is open again when re-opened',
      [
        [10, 'INVESTIGATING'],
        [30, 'RESOLVED'],
        [50, 'IDENTIFIED'],
      ],
      'IDENTIFIED',
      990,
    ],
    [
      'ends with the last resolution when it was re-opened',
      [
        [10, 'INVESTIGATING'],
        [30, 'RESOLVED'],
        [50, 'IDENTIFIED'],
        [70, 'RESOLVED'],
        [90, 'RESOLVED'],
      ],
      'RESOLVED',
      60,
    ],
    [
      'goes by the public date, not by when it was written',
      [
        [30, 'RESOLVED', 1],
        [10, 'INVESTIGATING', 2],
        [5, 'IDENTIFIED', 3],
      ],
      'RESOLVED',
      25,
    ],
    [
      'goes by when it was written where the public dates are equal',
      [
        [10, 'INVESTIGATING', 1],
        [10, 'RESOLVED', 2],
      ],
      'RESOLVED',
      0,
    ],
    ['takes no time when its only update resolves it', [[10, 'RESOLVED']], 'RESOLVED', 0],
  ])('%s', (_what, steps, status, duration) => {
    const course = courseOf(steps.map((each) => step(...each)));
    expect([course.lastUpdateStatus, minutes(course)]).toEqual([status, duration]);
  });

  it('needs an update', () => expect(() => courseOf([])).toThrow('keeps at least one update'));
});

it('an incident that only begins in the future has no duration yet', () => {
  expect(minutes(courseOf([step(10, 'INVESTIGATING')]), 9)).toBeNull();
  expect(minutes(courseOf([step(10, 'INVESTIGATING')]), 10)).toBe(0);
});

describe('the laws of a course', () => {
  const steps = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(...INCIDENT_UPDATE_STATUSES)), {
    minLength: 1,
    maxLength: 8,
  });
  const made = steps.map((each) => each.map(([minute, status], index) => step(minute, status, index)));

  it('the order in which updates are stored does not matter', () => {
    fc.assert(fc.property(made, (each) => expect(courseOf(each.toReversed())).toEqual(courseOf(each))));
  });

  it('is resolved exactly when its last status says so, between its first and its last update', () => {
    fc.assert(
      fc.property(made, (each) => {
        const { lastUpdateStatus, firstUpdateAt, resolvedAt } = courseOf(each);
        const dates = each.map(({ publicIncidentUpdateDate }) => publicIncidentUpdateDate.getTime());
        expect(resolvedAt !== null).toBe(lastUpdateStatus === 'RESOLVED');
        expect(firstUpdateAt.getTime()).toBe(Math.min(...dates));
        const end = (resolvedAt ?? firstUpdateAt).getTime();
        expect(firstUpdateAt.getTime() <= end && end <= Math.max(...dates)).toBe(true);
      }),
    );
  });

  it('a further resolution at the end changes nothing of what is resolved, and closes what is open at its own date', () => {
    fc.assert(
      fc.property(made, (each) => {
        const before = courseOf(each);
        const after = courseOf([...each, step(30, 'RESOLVED', 100)]);
        expect(after.resolvedAt).toEqual(before.resolvedAt ?? new Date(30 * 60_000));
      }),
    );
  });

  it('an open one lasts longer as time goes by, a resolved one does not', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 20, max: 100 }), (each, now) => {
        const course = courseOf(each);
        expect(minutes(course, now + 1)! - minutes(course, now)!).toBe(course.resolvedAt ? 0 : 1);
      }),
    );
  });
});

it('an incident does not name a service twice', () => {
  expect(affectedServices([{ id: 'B' }, { id: 'a' }])).toEqual(['b', 'a']);
  expect(() => affectedServices([{ id: 'a' }, { id: 'A' }])).toThrow('twice');
});
