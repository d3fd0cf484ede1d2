import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#testing';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import { Outage } from './outage.js';

const LEASE_MS = 30_000;

let server: TestDatabase;
let dataSource: DataSource;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  dataSource = await new DataSource(dataSourceOptions({ url: server.url })).initialize();
  database = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await server.drop();
});

const away = (alive: string, outage: string) =>
  dataSource.query(`UPDATE service_pulse SET alive_at = now() - $1::interval, outage_ended_at = now() - $2::interval`, [
    alive,
    outage,
  ]);

async function over(outage = new Outage(database)): Promise<boolean> {
  await outage.pulse();
  return outage.over(LEASE_MS);
}

describe('Outage', () => {
  it('knows nothing before its first pulse', () => expect(new Outage(database).over(0)).toBe(false));

  it('takes the restart of a replica, or a short absence of all, for no outage', async () => {
    await away('8 seconds', '1 hour');
    expect(await over()).toBe(true);
  });

  it('grants time after a long absence, in every replica and in those that start later', async () => {
    await away('20 seconds', '1 hour');
    expect(await over()).toBe(false);
    expect(await over()).toBe(false);
    await away('1 second', '31 seconds');
    expect(await over()).toBe(true);
  });

  it('is not over while the database cannot be asked', async () => {
    await away('1 second', '1 hour');
    const outage = new Outage(database);
    expect(await over(outage)).toBe(true);
    const later = performance.now() + 10_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
    expect(outage.over(LEASE_MS)).toBe(false);
    clock.mockRestore();
  });
});
