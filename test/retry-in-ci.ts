/**
 * Tests with real processes, sockets and clocks may fail on a machine that stands still for a second. In CI what failed runs once
 * more; its first error is printed, and `.ci/run` names every test that needed it.
 */
if (process.env['CI'] === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
