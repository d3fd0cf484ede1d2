import { NestedList } from '#http';
import { OwnVariable } from '../variables/index.js';

/** A check's own variables, at most 100 (reference 3, EnvVar). */
export const EnvironmentVariables = (): PropertyDecorator =>
  NestedList(() => OwnVariable, {
    max: 100,
    default: [],
    description: "Variables of this check alone; they win over the group's and the account's",
    example: [{ key: 'USER_NAME', value: 'ada', locked: false, secret: false }],
  });
