import { createTestDatabase } from '#testing';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { JobWorker } from '../../apps/api/src/maintenance/job-worker.js';
import { eventually } from '../agent/eventually.js';

const ignore = () => undefined;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let outside: Pool;
let worker: JobWorker;

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(true));

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 3 });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  outside = new Pool({ connectionString: database.url, max: 1 });
});
afterEach(async () => {
  await worker.stop();
  await outside.end();
  await database.drop();
});

const add = (task: string) => outside.query('SELECT graphile_worker.add_job($1)', [task]);
const jobs = async () => Number((await outside.query('SELECT count(*) AS n FROM graphile_worker.jobs')).rows[0].n);

it.each(['ends', 'fails'])(
  'a database that is away just when a job %s does not end the process, and jobs go on',
  async (how) => {
    const connect = pool.connect.bind(pool);
    const done: string[] = [];
    const tasks = {
      first: async () => {
        done.push('first');
        pool.connect = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
        setTimeout(() => (pool.connect = connect), 300);
        if (how === 'fails') throw new Error('failed');
      },
      second: async () => void done.push('second'),
    };
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    worker = new JobWorker(pool, tasks, '# none');
    await worker.start();
    await add('first');
    await eventually('the first job', () => done.length > 0);
    await add('second');
    await eventually('the next job', () => done.includes('second'), 20_000);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    // The first is still locked for its worker; the queue gives it to another one in time.
    await eventually('the end of the second', async () => (await jobs()) <= 1);
  },
);
