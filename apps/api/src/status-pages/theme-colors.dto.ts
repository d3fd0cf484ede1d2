import { HEX_COLOR, type ColorSet } from '#domain';
import { Nested, Text } from '#http';

const Color = (what: string, example: string) =>
  Text({
    pattern: HEX_COLOR,
    hint: 'must be # and 3 or 6 hexadecimal digits in upper case',
    max: 7,
    description: `Colour of ${what}`,
    example,
  });

/** Spec 2.2. */
export class ColorSetFields implements ColorSet {
  @Color('the body', '#FFFFFF') bodyBackgroundColor: string;
  @Color('the header', '#FFFFFF') headerBackgroundColor: string;
  @Color('text in the header', '#1F2937') headerFontColor: string;
  @Color('the title', '#1F2937') titleFontColor: string;
  @Color('text', '#1F2937') bodyFontColor: string;
  @Color('less important text', '#6B7280') bodyFontColorMuted: string;
  @Color('the navigation', '#1F2937') navigationFontColor: string;
  @Color('links', '#0075FF') linkFontColor: string;
  @Color('cards', '#FFF') cardBackgroundColor: string;
  @Color('borders', '#E5E7EB') borderColor: string;
  @Color('the main button', '#0075FF') primaryButtonBackgroundColor: string;
  @Color('text on the main button', '#FFF') primaryButtonFontColor: string;
}

export class ThemeColorsFields {
  @Nested(() => ColorSetFields, { description: 'Colours of the light theme' }) light: ColorSet;
  @Nested(() => ColorSetFields, { description: 'Colours of the dark theme' }) dark: ColorSet;
}
