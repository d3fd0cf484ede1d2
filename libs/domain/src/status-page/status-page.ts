/** Spec 2.2. */
export const PAGE_THEMES = ['LIGHT', 'DARK', 'AUTO'] as const;
export type PageTheme = (typeof PAGE_THEMES)[number];

/** Spec 2.2: the colours of a set. */
export const PAGE_COLORS = [
  'bodyBackgroundColor',
  'headerBackgroundColor',
  'headerFontColor',
  'titleFontColor',
  'bodyFontColor',
  'bodyFontColorMuted',
  'navigationFontColor',
  'linkFontColor',
  'cardBackgroundColor',
  'borderColor',
  'primaryButtonBackgroundColor',
  'primaryButtonFontColor',
] as const;
export type ColorSet = Record<(typeof PAGE_COLORS)[number], string>;
export interface ThemeColors {
  light: ColorSet;
  dark: ColorSet;
}

/** Reference 3, ColourSet: upper case only, so what is read is what was sent. */
export const HEX_COLOR = /^#([0-9A-F]{3}|[0-9A-F]{6})$/;

/** The slug of a page: one label of a host name below the shared domain. Lower-cased before it is stored. */
export const PAGE_SLUG = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** A host name of at least two labels. Lower-cased before it is stored. */
export const HOST_NAME =
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Spec 2.2, without the cards. `url` and `customDomain` are unique over all accounts. */
export interface StatusPage {
  readonly id: string;
  name: string;
  url: string;
  customDomain: string | null;
  description: string | null;
  /** Null when it was never set. */
  themeColors: ThemeColors | null;
  logo: string | null;
  redirectTo: string | null;
  favicon: string | null;
  defaultTheme: PageTheme;
  whiteLabel: boolean;
  isPrivate: boolean;
}
