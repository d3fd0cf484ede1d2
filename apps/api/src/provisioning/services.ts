import { Database } from '#persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { ApiKeysService } from '../api-keys/index.js';
import { ChecksService } from '../checks/index.js';
import { LocationKeys, PrivateLocationsService } from '../private-locations/index.js';
import { VariablesService } from '../variables/index.js';

/** The parts of the API that provisioning works with. */
export interface Services {
  database: Database;
  accounts: AccountsService;
  apiKeys: ApiKeysService;
  locations: PrivateLocationsService;
  locationKeys: LocationKeys;
  checks: ChecksService;
  variables: VariablesService;
}

export function servicesOf(context: INestApplicationContext): Services {
  return {
    database: context.get(Database, { strict: false }),
    accounts: context.get(AccountsService, { strict: false }),
    apiKeys: context.get(ApiKeysService, { strict: false }),
    locations: context.get(PrivateLocationsService, { strict: false }),
    locationKeys: context.get(LocationKeys, { strict: false }),
    checks: context.get(ChecksService, { strict: false }),
    variables: context.get(VariablesService, { strict: false }),
  };
}
