/** Spec 2.1. */
export const DASHBOARD_WIDTHS = ['FULL', '960PX'] as const;
export type DashboardWidth = (typeof DASHBOARD_WIDTHS)[number];

/** Seconds. */
export const REFRESH_RATES = [60, 300, 600] as const;
export type RefreshRate = (typeof REFRESH_RATES)[number];

/** Seconds. */
export const PAGINATION_RATES = [30, 60, 300] as const;
export type PaginationRate = (typeof PAGINATION_RATES)[number];

/** By what, beside its `dashboardId`, a dashboard can be asked for (reference 2.1). */
export const DASHBOARD_NAMES = ['customUrl', 'customDomain'] as const;
export type DashboardName = (typeof DASHBOARD_NAMES)[number];

/** What a caller sets. Null where never set. */
export interface DashboardSettings {
  /** A label under the service's domain. */
  customUrl: string;
  customDomain: string | null;
  logo: string | null;
  favicon: string | null;
  link: string | null;
  header: string | null;
  description: string | null;
  width: DashboardWidth;
  refreshRate: RefreshRate;
  paginate: boolean;
  paginationRate: PaginationRate;
  checksPerPage: number | null;
  useTagsAndOperator: boolean | null;
  hideTags: boolean;
  enableIncidents: boolean;
  expandChecks: boolean;
  tags: string[];
  showHeader: boolean;
  showCheckRunLinks: boolean;
  showGroupNames: boolean;
  customCSS: string | null;
  isPrivate: boolean;
  showP95: boolean;
  showP99: boolean;
}

/** The key of a private dashboard as it is kept: the raw key is told once, when it is made (reference 3.1). */
export interface DashboardKey {
  readonly id: string;
  readonly maskedKey: string;
  /** SHA-256 of the raw key, hexadecimal. */
  readonly keyHash: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface Dashboard extends DashboardSettings {
  /** What incidents name it by. */
  readonly id: number;
  /** What paths name it by. */
  readonly dashboardId: string;
  /** One while it is private, else none. */
  keys: DashboardKey[];
  readonly createdAt: Date;
  updatedAt: Date | null;
}

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** One label of a host name (RFC 1123): what stands before the service's domain. */
export const CUSTOM_URL = new RegExp(`^${LABEL}$`);

/** A full host name without scheme, port and final dot; the last label starts with a letter, so it is no address. */
export const CUSTOM_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[A-Za-z])${LABEL}$`);
export const MAX_DOMAIN = 253;

/** How names are compared: case does not matter in host names. They are kept and shown as they were sent. */
export const nameKey = (name: string): string => name.toLowerCase();

/**
 * Applies a PUT: what is absent stays. A private dashboard keeps its key; one that becomes private gets `freshKey`, also
 * when it was private before, so that turning `isPrivate` off and on again replaces the key.
 */
export function changeDashboard<Current extends Dashboard>(
  current: Current,
  change: Partial<DashboardSettings>,
  freshKey: DashboardKey,
): Current {
  const changed = { ...current, ...change };
  return { ...changed, keys: keysOf(changed.isPrivate, current.keys, freshKey) };
}

/** The keys a dashboard has: those it has already, else a fresh one, and none while everybody may see it. */
export function keysOf(isPrivate: boolean, present: DashboardKey[], freshKey: DashboardKey): DashboardKey[] {
  if (!isPrivate) return [];
  return present.length > 0 ? present : [freshKey];
}
