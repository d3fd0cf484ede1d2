/** A secret with signs that every encoding writes otherwise, around a core that is found in nothing else. */
export function canary(name: string): string {
  return `${name}/+ "é&=%41;${coreOf(name)}`;
}

/** Letters and digits only: what is left of it is found whatever was cut, and without knowing how it was encoded. */
const coreOf = (name: string) => `K7q${Buffer.from(name).toString('hex').slice(0, 12).toUpperCase()}zR9wXv3J`;

/** As much of a core in a row is a leak. */
const LEAK_LENGTH = 9;

/** The ways in which a target could send a secret back. */
export const ECHOES: Record<string, (text: string) => string> = {
  plain: (text) => text,
  url: encodeURIComponent,
  lowerUrl: (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  form: (text) => new URLSearchParams({ v: text }).toString(),
  json: (text) => JSON.stringify({ v: text }),
  twice: (text) => JSON.stringify(JSON.stringify(text)),
  html: (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  hex: (text) => Buffer.from(text).toString('hex'),
  upperHex: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64After1: (text) => Buffer.from(`u${text}:`).toString('base64'),
  base64After2: (text) => Buffer.from(`u:${text}!`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  urlBase64: (text) => encodeURIComponent(Buffer.from(`:${text}`).toString('base64')),
};

/** Which of the canaries can be read from a text, and in which form; none, one hopes. */
export function leaks(text: string, names: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return names.flatMap((name) =>
    formsOf(coreOf(name)).flatMap(({ form, length, kind }) => {
      for (let at = 0; at + length <= form.length; at += 1) {
        const found = lower.indexOf(form.slice(at, at + length).toLowerCase());
        if (found !== -1) return [`${name} ${kind}: …${text.slice(Math.max(found - 60, 0), found + 60)}…`];
      }
      return [];
    }),
  );
}

function formsOf(core: string): { kind: string; form: string; length: number }[] {
  const base64 = [0, 1, 2].map((before) => ({
    kind: `base64 after ${before}`,
    // Four characters for three bytes: without those that depend on what stands beside the core.
    form: Buffer.from(' '.repeat(before) + core)
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
    length: 12,
  }));
  const hex = { kind: 'hex', form: Buffer.from(core).toString('hex'), length: LEAK_LENGTH * 2 };
  return [{ kind: 'plain', form: core, length: LEAK_LENGTH }, hex, ...base64];
}
