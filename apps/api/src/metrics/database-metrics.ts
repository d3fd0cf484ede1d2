import { Database, Notifications } from '#persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

/** The pool of this process: who waits for a connection waits before every statement. */
@Injectable()
export class DatabaseMetrics {
  constructor(@Inject(Registry) registry: Registry, database: Database, notifications: Notifications) {
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name: `pharos_database_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(value());
        },
      });
    gauge('pool_connections', 'Connections of the pool', () => database.pool.totalCount);
    gauge('pool_idle_connections', 'Connections that nobody uses', () => database.pool.idleCount);
    gauge('pool_waiting', 'Statements and transactions that wait for a connection', () => database.pool.waitingCount);
    gauge('pool_max_connections', 'Connections the pool may have', () => database.pool.options.max);
    gauge('notifications_connected', 'Whether notifications of other replicas arrive', () =>
      notifications.connected ? 1 : 0,
    );
  }
}
