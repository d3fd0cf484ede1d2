import type { CheckType } from '#domain';
import { InvalidRequest, ShapeUnion } from '#http';
import type { Type } from '@nestjs/common';
import { API_CHECK } from './api-check.dto.js';
import type { NewCheck } from './check-fields.js';
import { DNS_CHECK } from './dns-check.dto.js';
import { EXAMPLE_CHECK_IDS } from './example-checks.js';
import { HEARTBEAT_CHECK } from './heartbeat-check.dto.js';
import { ICMP_CHECK } from './icmp-check.dto.js';
import { MULTI_STEP_CHECK } from './multi-step-check.dto.js';
import { TCP_CHECK } from './tcp-check.dto.js';
import { URL_CHECK } from './url-check.dto.js';

/** One check type on the wire. Members that not all types have are kept in `settings` and need nothing else. */
export interface CheckShapes {
  create: Type<NewCheck>;
  update: Type<Partial<NewCheck>>;
  view: Type;
}

/** A check type that can be created: with its own endpoints, and through those for checks of any type. */
export interface CreatableType {
  checkType: CheckType;
  /** `POST /v1/checks/<path>` and `PUT /v1/checks/<path>/{id}` */
  path: string;
  /** With its article: `a URL check`. */
  noun: string;
  shapes: CheckShapes;
  /** What follows from creating one, for the documentation; by default that it runs at once. */
  afterwards?: string;
  /** Errors of its own. */
  errors?: (402 | 409)[];
  /** A check that the documentation's examples name. */
  exampleId: string;
}

/** A new type: its shapes in a `*.dto.ts`, a line here, and one in `EXAMPLE_CHECK_IDS`. */
export const CREATABLE_TYPES: CreatableType[] = [
  { checkType: 'URL', path: 'url', noun: 'a URL check', shapes: URL_CHECK, exampleId: EXAMPLE_CHECK_IDS.URL },
  { checkType: 'API', path: 'api', noun: 'an API check', shapes: API_CHECK, exampleId: EXAMPLE_CHECK_IDS.API },
  { checkType: 'TCP', path: 'tcp', noun: 'a TCP check', shapes: TCP_CHECK, exampleId: EXAMPLE_CHECK_IDS.TCP },
  { checkType: 'DNS', path: 'dns', noun: 'a DNS check', shapes: DNS_CHECK, exampleId: EXAMPLE_CHECK_IDS.DNS },
  { checkType: 'ICMP', path: 'icmp', noun: 'an ICMP check', shapes: ICMP_CHECK, exampleId: EXAMPLE_CHECK_IDS.ICMP },
  {
    checkType: 'MULTI_STEP',
    path: 'multistep',
    noun: 'a multi-step check',
    shapes: MULTI_STEP_CHECK,
    afterwards: 'Stored and listed; it runs once an agent can run scripts.',
    exampleId: EXAMPLE_CHECK_IDS.MULTI_STEP,
  },
  {
    checkType: 'HEARTBEAT',
    path: 'heartbeat',
    noun: 'a heartbeat check',
    shapes: HEARTBEAT_CHECK,
    afterwards: 'Its timer starts with the first ping.',
    errors: [409],
    exampleId: EXAMPLE_CHECK_IDS.HEARTBEAT,
  },
];

const each = (shape: keyof CheckShapes): Record<string, Type> =>
  Object.fromEntries(CREATABLE_TYPES.map(({ checkType, shapes }) => [checkType, shapes[shape]]));

export const CHECK_VIEW = new ShapeUnion('CheckView', 'checkType', each('view'));
export const CHECK_CREATE = new ShapeUnion('CheckCreateRequest', 'checkType', each('create'));
export const CHECK_UPDATE = new ShapeUnion('CheckUpdateRequest', 'checkType', each('update'), false);

/** Throws a violation for a type that cannot be created. */
export function shapesOf(checkType: unknown): CheckShapes {
  const found = CREATABLE_TYPES.find((type) => type.checkType === checkType);
  if (found) return found.shapes;
  const known = CREATABLE_TYPES.map((type) => type.checkType).join(', ');
  throw new InvalidRequest([{ field: 'checkType', message: `"checkType" must be one of [${known}]` }]);
}

/**
 * Makes a check type of an extension creatable: it must be one of `CHECK_TYPES` by then, and its endpoints be served.
 * Doing it again changes nothing. Throws when another one has its type or path.
 */
export function addCreatableType(added: CreatableType): void {
  if (CREATABLE_TYPES.includes(added)) return;
  const { checkType, path, shapes } = added;
  if (CREATABLE_TYPES.some((type) => type.checkType === checkType || type.path === path))
    throw new Error(`There are two check types ${checkType}, or two with the path /v1/checks/${path}`);
  CREATABLE_TYPES.push(added);
  CHECK_CREATE.add(checkType, shapes.create);
  CHECK_UPDATE.add(checkType, shapes.update);
  CHECK_VIEW.add(checkType, shapes.view);
}
