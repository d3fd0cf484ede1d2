import { ReportSlots } from './report-slots.js';

/** A report that goes on until it is told to end. */
function report() {
  let end = (_failure?: Error): void => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve());
  });
  return { end, work: jest.fn(() => ended) };
}

it('lets a quarter of the pool make reports, and the next when one has ended, also when it failed', async () => {
  const slots = new ReportSlots(8);
  const reports = [report(), report(), report(), report()];
  const runs = reports.map(({ work }) => slots.run(work));
  const begun = () => reports.map(({ work }) => work.mock.calls.length);
  await new Promise(setImmediate);
  expect(begun()).toEqual([1, 1, 0, 0]);
  reports[0]!.end(new Error('failed'));
  await expect(runs[0]).rejects.toThrow('failed');
  expect(begun()).toEqual([1, 1, 1, 0]);
  reports[1]!.end();
  reports[2]!.end();
  reports[3]!.end();
  await Promise.all(runs.slice(1));
  expect(begun()).toEqual([1, 1, 1, 1]);
});

it('does not let one wait for ever, and forgets who has given up', async () => {
  const slots = new ReportSlots(1, 1);
  const long = report();
  const running = slots.run(long.work);
  const late = report();
  await expect(slots.run(late.work)).rejects.toMatchObject({ status: 503 });
  expect(late.work).not.toHaveBeenCalled();
  long.end();
  await running;
  expect(await slots.run(async () => 'made')).toBe('made');
});
