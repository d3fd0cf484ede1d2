import { hasScripts, needsRuntime } from './script-needs.js';

const NONE = { setupSnippetId: null, tearDownSnippetId: null, localSetupScript: null, localTearDownScript: '' };

describe('hasScripts', () => {
  it.each([
    [{ setupSnippetId: 1 }, true],
    [{ tearDownSnippetId: 1 }, true],
    [{ localSetupScript: 'x' }, true],
    [{ localTearDownScript: 'x' }, true],
    [NONE, false],
    [{}, false],
    [null, false],
  ])('%j: %s', (scripts, has) => expect(hasScripts(scripts)).toBe(has));
});

describe('needsRuntime', () => {
  it('only of API checks with scripts, their own or their group’s', () => {
    expect(needsRuntime('API', { localSetupScript: 'x' }, null)).toBe(true);
    expect(needsRuntime('API', NONE, { setupSnippetId: 7 })).toBe(true);
    expect(needsRuntime('API', NONE, NONE)).toBe(false);
    expect(needsRuntime('URL', null, { setupSnippetId: 7 })).toBe(false);
    expect(needsRuntime('ICMP', { localSetupScript: 'x' }, null)).toBe(false);
  });
});
