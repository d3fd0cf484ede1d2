import { isPreview, notFound } from '#domain';
import { SecretAddresses, UUID, type RateLimit } from '#http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { hashPingToken } from '../checks/index.js';
import type { PingView } from './ping.dto.js';
import { PingQueries } from './ping.queries.js';

/** Heartbeats come every 30 seconds at the most: whoever pings more often does not need each of them counted. */
const PINGS: RateLimit = { name: 'ping', requests: 60, seconds: 60 };
const LONGEST_TEXT = 500;

/** What is known of a ping beside its token. */
export interface Ping {
  address: string;
  source: string | null;
  userAgent: string | null;
}

@Injectable()
export class PingService {
  constructor(
    private readonly queries: PingQueries,
    private readonly addresses: SecretAddresses,
  ) {}

  /** Throws 404 for a wrong token and 429. */
  async ping(token: string, { address, source, userAgent }: Ping, response: Response): Promise<PingView> {
    if (!UUID.test(token)) throw notFound();
    const found = await this.addresses.verified(address, () => this.queries.find(hashPingToken(token)));
    await this.addresses.spend(response, `heartbeat ${found.accountId} ${found.checkId}`, PINGS);
    if (isPreview(userAgent ?? '')) return { counted: false };
    return { counted: await this.queries.record(found, textOf(source), textOf(userAgent)) };
  }
}

const textOf = (text: string | null) => (text === null ? null : text.slice(0, LONGEST_TEXT).replaceAll('\0', ''));
