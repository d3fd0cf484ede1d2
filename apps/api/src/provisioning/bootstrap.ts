import { checkLocationKey, DomainError, ruleBroken, type AccountId } from '#domain';
import { Logger } from '@nestjs/common';
import { newLocationKey, type LocationDetails } from '../private-locations/index.js';
import { DEFAULT_LOCATION, DEFAULT_SLUG } from './default-location.js';
import { EXAMPLE_CHECK_ID, examples } from './examples.js';
import { accountIdOf, checkServiceKey } from './given.js';
import type { Services } from './services.js';

export interface BootstrapOptions {
  /** Made where it does not exist. Absent: the oldest account, or a new one. */
  accountId?: string;
  /** Stored as an ADMIN service key of the account unless it is stored already. */
  apiKey?: string;
  /** Stored as a key of the location `default` unless it is stored already. */
  locationKey?: string;
  /** Whether a new account gets the example resources. */
  examples: boolean;
}

export interface BootstrapResult {
  accountId: string;
  /** The given or the generated key; absent when there was none to make, because keys cannot be read again. */
  apiKey?: string;
  /** The same for the key of the location `default`. */
  locationKey?: string;
  /** With `examples`, while the example check exists. */
  exampleCheckId?: string;
  /** Whether this call set the account up. */
  created: boolean;
}

/** Any number that nothing else in this database locks on. */
const BOOTSTRAP_LOCK = 7_226_103;

/**
 * Makes an empty database usable and leaves a used one as it is, but for given keys that it does not have. The account's
 * first API key is made last: an account without any key is one whose set-up broke off, and is set up again.
 */
export class Bootstrap {
  private readonly logger = new Logger('Bootstrap');

  constructor(
    private readonly services: Services,
    private readonly publicUrl: string,
  ) {}

  /** Replicas that start together wait for each other: the first sets up, the others find it done. */
  async run(options: BootstrapOptions): Promise<BootstrapResult> {
    if (options.apiKey !== undefined) checkServiceKey(options.apiKey);
    if (options.locationKey !== undefined) checkLocationKey(options.locationKey);
    return this.services.database.transaction(async (turn) => {
      await turn.rows('SELECT pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
      return this.setUp(options);
    });
  }

  private async setUp(options: BootstrapOptions): Promise<BootstrapResult> {
    const account = await this.account(options);
    const created = (await this.services.apiKeys.list(account)).length === 0;
    const locationKey = await this.locationKey(account, options.locationKey, created);
    if (created && options.examples) await this.addExamples(account);
    const apiKey = await this.apiKey(account, options.apiKey, created);
    const exampleCheckId = options.examples ? await this.exampleCheck(account) : undefined;
    return { accountId: account, apiKey, locationKey, exampleCheckId, created };
  }

  private async account({ accountId: given, apiKey }: BootstrapOptions): Promise<AccountId> {
    const { accounts } = this.services;
    const all = await accounts.listAll();
    const wanted = given === undefined ? undefined : accountIdOf(given);
    const found = wanted === undefined ? all.at(-1) : all.find(({ id }) => id === wanted);
    if (apiKey !== undefined) await this.checkIsFree(apiKey, found?.id ?? wanted);
    return (found ?? (await accounts.create({ id: wanted, name: 'Pharos' }))).id;
  }

  /** A service key of two accounts would be for either: its requests need not say for which. */
  private async checkIsFree(apiKey: string, account?: AccountId): Promise<void> {
    const other = (await this.services.apiKeys.accountsOf(apiKey)).find((id) => id !== account);
    if (other === undefined) return;
    throw ruleBroken(
      `PHAROS_BOOTSTRAP_API_KEY is a key of the account ${other}, not of ${account}: ` +
        'set PHAROS_BOOTSTRAP_ACCOUNT_ID to that account, or give another key',
    );
  }

  private async apiKey(account: AccountId, given: string | undefined, created: boolean): Promise<string | undefined> {
    const { apiKeys } = this.services;
    if (given !== undefined) {
      await unlessThere(apiKeys.issueServiceKey(account, 'ADMIN', 'Bootstrap key', null, given));
      return given;
    }
    return created ? (await apiKeys.issueServiceKey(account, 'ADMIN', 'Bootstrap key')).apiKey : undefined;
  }

  private async locationKey(
    account: AccountId,
    given: string | undefined,
    created: boolean,
  ): Promise<string | undefined> {
    const { locations, locationKeys } = this.services;
    if (given === undefined && !created) return undefined;
    if (given !== undefined && (await locationKeys.verify(given))) return given;
    const present = (await locations.list(account)).find(({ slugName }) => slugName === DEFAULT_SLUG);
    if (present)
      return given === undefined ? this.renewedKey(account, present) : this.addedKey(account, present, given);
    const rawKey = given ?? newLocationKey();
    await locations.create(account, DEFAULT_LOCATION, rawKey);
    return rawKey;
  }

  /** After a set-up that broke off: nobody was told the keys that it made. */
  private async renewedKey(account: AccountId, { id, keys }: LocationDetails): Promise<string> {
    for (const key of keys) await this.services.locations.removeKey(account, id, key.id);
    return (await this.services.locations.addKey(account, id)).rawKey;
  }

  /** A location that has two other keys by now keeps them: refusing the start would stop the whole API over one agent. */
  private async addedKey(account: AccountId, { id }: LocationDetails, given: string): Promise<string | undefined> {
    try {
      return (await this.services.locations.addKey(account, id, given)).rawKey;
    } catch (error) {
      if (!isConflict(error)) throw error;
      this.logger.warn(`The given location key was not added to "${DEFAULT_SLUG}": ${error.message}`);
      return undefined;
    }
  }

  private async addExamples(account: AccountId): Promise<void> {
    for (const add of examples(this.publicUrl)) await unlessThere<unknown>(add(this.services, account));
  }

  private async exampleCheck(account: AccountId): Promise<string | undefined> {
    try {
      return (await this.services.checks.get(account, EXAMPLE_CHECK_ID)).id;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }
}

const isConflict = (error: unknown): error is DomainError => error instanceof DomainError && error.kind === 'conflict';

/** What was made before, by hand or by a set-up that broke off, stays. */
async function unlessThere<T>(made: Promise<T>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!isConflict(error)) throw error;
  });
}
