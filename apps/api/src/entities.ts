import { AccountRow } from './accounts/index.js';
import { CheckRow } from './checks/index.js';
import { ApiKeyHashRow, ApiKeyRow } from './api-keys/index.js';
import { LocationKeyHashRow, LocationKeyRow, PrivateLocationRow } from './private-locations/index.js';
import { VariableRow } from './variables/index.js';

/** Every table that TypeORM maps. Partitioned tables are read and written by SQL only. */
export const entities = [
  ApiKeyRow,
  ApiKeyHashRow,
  VariableRow,
  CheckRow,
  AccountRow,
  PrivateLocationRow,
  LocationKeyRow,
  LocationKeyHashRow,
];
