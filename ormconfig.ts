import { DataSource } from 'typeorm';
import { entities } from '#api';
import { dataSourceOptions } from '#persistence';

/** For the TypeORM command line: `npx typeorm migration:show -d dist/ormconfig.js`. */
export const dataSource = new DataSource(dataSourceOptions({ url: process.env['DATABASE_URL'] ?? '', entities }));
