import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf, type Route } from '#testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed document, which test/architecture/open-api keeps current: known before an API runs, so tests can be made from it. */
export const committedDocument = (): OpenAPIObject =>
  JSON.parse(readFileSync(join(__dirname, '../../apps/api/openapi.json'), 'utf8')) as OpenAPIObject;

export const committedRoutes = (): Route[] => routesOf(committedDocument());

/** `GET /v1/variables/{key}` */
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
