import { ruleBroken } from '../domain-error.js';

/** Reference 3.12. */
export interface PrivateLocation {
  readonly id: string;
  name: string;
  /** What checks and results name it by; fixed once made. */
  readonly slugName: string;
  /** Name of an Octicon. */
  icon: string;
  /** What its agents' requests to targets go through; may hold `{{VARIABLES}}`. */
  proxyUrl: string | null;
}

export const DEFAULT_LOCATION_ICON = 'location';

/** Reference 3.12. */
export const SLUG_NAME = /^[A-Za-z0-9-]{1,30}$/;
/** Public locations and slugs of private ones stand in the same fields, so one must not pass for the other. */
const REGION = /^([a-z]{2}(-gov|-iso[a-z]?)?|eusc-[a-z]{2})-(central|(north|south)?(east|west)|north|south)-\d+$/i;

/** Throws a rule error when the text cannot be the slug of a private location. Reference 3.12. */
export function checkSlugName(slugName: string): void {
  if (!SLUG_NAME.test(slugName)) {
    throw ruleBroken('"slugName" must have 1 to 30 letters, digits or hyphens', 'slugName');
  }
  if (REGION.test(slugName)) {
    throw ruleBroken('"slugName" must not look like a public region, such as eu-west-1', 'slugName');
  }
}

const VARIABLES = /\{\{[^{}\s]+\}\}/g;

/** Whether a text is an http or https URL once its `{{VARIABLES}}` are filled in; one variable may be all of it (reference 5.11). */
export function isProxyUrl(text: string): boolean {
  if (text.replace(VARIABLES, '') === '') return text !== '';
  return /^https?:\/\/[^/\s]+$|^https?:\/\/[^/\s]+\/\S*$/i.test(text) && URL.canParse(text.replace(VARIABLES, '1'));
}

/** A proxy URL for those who may not change it: without the user and password inside. */
export function maskProxyUrl(proxyUrl: string | null): string | null {
  return proxyUrl?.replace(/^(https?:\/\/)[^/\\?#]*@/i, '$1*****@') ?? null;
}
