import type { PharosRequest, RequestEnd, RequestWatcher } from '#http';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. Ours take milliseconds; what waits on purpose (leases, completion) is the last two. */
const BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** A caller may send any method that HTTP knows: those of no route share one label. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** Every request, whoever answers it. Labels are patterns and classes only: nothing that a caller can make up. */
@Injectable()
export class HttpMetrics implements RequestWatcher {
  private readonly active: Gauge;
  private readonly duration: Histogram;
  private readonly limited: Counter;
  private readonly unauthenticated: Counter;

  constructor(@Inject(Registry) registry: Registry) {
    const registers = [registry];
    this.duration = new Histogram({
      name: 'pharos_http_request_duration_seconds',
      help: 'Requests by method, pattern of the route and class of the status (aborted: the caller hung up first)',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.limited = new Counter({
      name: 'pharos_http_rate_limited_total',
      help: 'Answers 429: over the limit of a key or address (requests), or too many failed authentications (failures)',
      labelNames: ['limit'],
      registers,
    });
    this.unauthenticated = new Counter({
      name: 'pharos_http_failed_authentications_total',
      help: 'Answers 401: without a key (missing) or with a wrong one (bad)',
      labelNames: ['key'],
      registers,
    });
    this.active = new Gauge({
      name: 'pharos_http_requests_in_flight',
      help: 'Requests being handled, those of waiting agents among them',
      registers,
    });
    for (const limit of ['requests', 'failures']) this.limited.inc({ limit }, 0);
    for (const key of ['missing', 'bad']) this.unauthenticated.inc({ key }, 0);
  }

  began(): void {
    this.active.inc();
  }

  ended({ route, status, seconds }: RequestEnd, { method, headers }: PharosRequest, response: Response): void {
    this.active.dec();
    const labels = { method: METHODS.has(method) ? method : 'other', route, status: classOf(status) };
    this.duration.observe(labels, seconds);
    if (status === 401) this.unauthenticated.inc({ key: headers.authorization === undefined ? 'missing' : 'bad' });
    // Only the limit of requests says how much of it is left.
    if (status === 429) this.limited.inc({ limit: response.hasHeader('RateLimit') ? 'requests' : 'failures' });
  }
}

const classOf = (status: number | null) => (status === null ? 'aborted' : `${Math.floor(status / 100)}xx`);
