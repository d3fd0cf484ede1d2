import { checkSlugName, type AccountId, type LocationKey, type PrivateLocation } from '#domain';
import { newId } from '#persistence';
import { Injectable } from '@nestjs/common';
import { newLocationKey, toStore } from './key-material.js';
import { PrivateLocationsQueries, type LocationDetails } from './private-locations.queries.js';
import { PrivateLocationsRepository } from './private-locations.repository.js';

export type NewPrivateLocation = Omit<PrivateLocation, 'id'> & { id?: string };

export interface IssuedLocationKey extends LocationKey {
  /** Shown once, stored nowhere. */
  rawKey: string;
}

@Injectable()
export class PrivateLocationsService {
  constructor(
    private readonly locations: PrivateLocationsRepository,
    private readonly queries: PrivateLocationsQueries,
  ) {}

  list(account: AccountId): Promise<LocationDetails[]> {
    return this.queries.list(account);
  }

  get(account: AccountId, id: string): Promise<LocationDetails> {
    return this.queries.get(account, id);
  }

  /** With `rawKey`, the location and its first key are made together or not at all. */
  async create(account: AccountId, values: NewPrivateLocation, rawKey?: string): Promise<LocationDetails> {
    checkSlugName(values.slugName);
    const row = { id: newId(), ...values, lastSeen: null, createdAt: new Date(), updatedAt: null };
    const { id } = await this.locations.add(account, row, rawKey === undefined ? undefined : toStore(rawKey));
    return this.queries.get(account, id);
  }

  async update(account: AccountId, id: string, change: Partial<PrivateLocation>): Promise<LocationDetails> {
    await this.locations.change(account, { id }, (row) => void Object.assign(row, change, { updatedAt: new Date() }));
    return this.queries.get(account, id);
  }

  remove(account: AccountId, id: string): Promise<void> {
    return this.locations.removeLocation(account, id);
  }

  async addKey(account: AccountId, id: string, rawKey = newLocationKey()): Promise<IssuedLocationKey> {
    const key = await this.locations.addKey(account, id, toStore(rawKey));
    return { ...key, rawKey };
  }

  removeKey(account: AccountId, id: string, keyId: string): Promise<void> {
    return this.locations.removeKey(account, id, keyId);
  }
}
