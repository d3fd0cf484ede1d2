/**
 * Text that can be stored: at most `max` characters (UTF-16 units), without NUL (PostgreSQL refuses it in texts and in
 * jsonb) and with every half of a character replaced, also one that the cut has made. A cut text ends in `…`.
 */
export function boundedText(text: string, max: number): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return (clean.length > max ? `${clean.slice(0, max - 1)}…` : clean).toWellFormed();
}
