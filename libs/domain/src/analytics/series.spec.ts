import { seriesOf } from './series.js';

const row = (minute: number) => ({ timestamp: new Date(minute * 60_000), responseTime: minute });

describe('seriesOf', () => {
  it('is one entry without groups, also when there are no rows', () => {
    expect(seriesOf([{ group: null, row: row(1) }], undefined)).toEqual([{ data: [row(1)] }]);
    expect(seriesOf([], undefined)).toEqual([{ data: [] }]);
  });

  it('is one entry per group, each with its key, in the order of the rows', () => {
    const rows = [200, 503, null, 200].map((group, minute) => ({ group, row: row(minute) }));
    expect(seriesOf(rows, 'statusCode')).toEqual([
      { statusCode: 200, data: [row(0), row(3)] },
      { statusCode: 503, data: [row(1)] },
      { statusCode: null, data: [row(2)] },
    ]);
    expect(seriesOf([], 'runLocation')).toEqual([]);
  });
});
