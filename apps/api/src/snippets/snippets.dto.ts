import type { Snippet } from '#domain';
import { Ignores, Text, Time, UpdateOf, ViewOf, Whole } from '#http';

/** The snippet that the first start makes has this id, so that the documentation's examples work. */
export const EXAMPLE_SNIPPET_ID = 1;

/** Longest script, in characters; a body of 1 MB has room for it. */
const MAX_SCRIPT = 500_000;

/** Reference 3.12. */
class SnippetFields {
  @Text({
    min: 1,
    max: 255,
    // It is part of a path in scripts.
    pattern: /^(?!\.{1,2}$)[^/\\]+$/,
    hint: 'must not contain slashes, nor be "." or ".."',
    description: 'Name of the snippet; scripts import it as `./snippets/<name>.js`',
    example: 'sign-requests',
  })
  name: string;
  @Text({
    max: MAX_SCRIPT,
    description: 'JavaScript that runs before or after requests',
    example: "request.headers['x-signed-by'] = 'pharos';",
  })
  script: string;
}

class ServerFields {
  @Whole({ description: 'Id of the snippet', example: EXAMPLE_SNIPPET_ID }) id: number;
  @Time({ description: 'When it was created', example: '2026-11-21T12:00:00.000Z' }) created_at: Date;
  @Time({ nullable: true, description: 'When it was last changed', example: null }) updated_at: Date | null;
}

@Ignores(ServerFields)
export class SnippetCreateRequest extends SnippetFields {}

@Ignores(ServerFields)
export class SnippetUpdateRequest extends UpdateOf(SnippetFields, ['name', 'script']) {}

export class SnippetView extends ViewOf(SnippetFields, ServerFields) {
  static of({ id, name, script, createdAt, updatedAt }: Snippet): SnippetView {
    return { id, name, script, created_at: createdAt, updated_at: updatedAt };
  }
}
