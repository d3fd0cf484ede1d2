export { SnippetsModule } from './snippets.module.js';
export { SnippetsService } from './snippets.service.js';
export { SnippetRow } from './snippet.entity.js';
export { EXAMPLE_SNIPPET_ID } from './snippets.dto.js';
