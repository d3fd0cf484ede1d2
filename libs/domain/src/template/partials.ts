/** How deep partials may be inside one another. */
const DEEPEST = 10;
/** The longest script that partials may make, in characters. */
export const SCRIPT_LENGTH = 1_000_000;

const PARTIAL = /\{\{>\s{0,20}([^{}\r\n]{1,300})\}\}/g;

/** A script refers to a snippet that is not there, or to too much of them. */
export class PartialProblem extends Error {}

/**
 * Reference 5.7, legacy: `{{> name}}` stands for the text of a snippet, which may hold further ones. Throws PartialProblem for an
 * unknown snippet, for snippets that hold one another, and for a text that becomes too long.
 */
export function withPartials(source: string, snippets: ReadonlyMap<string, string>): string {
  let length = source.length;
  const filled = (text: string, depth: number): string =>
    text.replace(PARTIAL, (_, given: string) => {
      const name = given.trim();
      const snippet = snippets.get(name);
      if (snippet === undefined) throw new PartialProblem(`There is no snippet "${name}"`);
      length += snippet.length;
      if (depth >= DEEPEST || length > SCRIPT_LENGTH)
        throw new PartialProblem(`The snippet "${name}" is put in too often, or into itself`);
      return filled(snippet, depth + 1);
    });
  return filled(source, 0);
}
