import { archiveErrorGroup, errorPrintOf, showsError, type ErrorGroup } from './error-group.js';

const group = (): ErrorGroup => ({
  id: '1',
  checkId: '2',
  errorHash: '3',
  rawErrorMessage: null,
  cleanedErrorMessage: '',
  firstSeen: new Date(0),
  lastSeen: new Date(0),
  archivedUntilNextEvent: false,
  archivedForEver: false,
});

describe('errorPrintOf', () => {
  const hash = (text: string) => `hash of ${text}`;

  it('hashes the cleaned message', () => {
    expect(errorPrintOf('it was 500', hash)).toEqual({
      cleanedErrorMessage: 'it was <n>',
      errorHash: 'hash of it was <n>',
    });
  });

  it('gives failures without a message one group', () => {
    expect(errorPrintOf(null, hash)).toEqual(errorPrintOf('', hash));
  });
});

describe('showsError', () => {
  it('is about failures of the target only', () => {
    const failure = { hasFailures: true, hasErrors: false, aborted: false };
    expect(showsError(failure)).toBe(true);
    expect(showsError({ ...failure, hasFailures: false })).toBe(false);
    expect(showsError({ ...failure, hasErrors: true })).toBe(false);
    expect(showsError({ ...failure, aborted: true })).toBe(false);
  });
});

describe('archiveErrorGroup', () => {
  it('changes what is named, and takes it back', () => {
    const one = group();
    archiveErrorGroup(one, {});
    expect(one).toEqual(group());
    archiveErrorGroup(one, { archiveForEver: true });
    archiveErrorGroup(one, { archivedUntilNextEvent: true });
    expect(one).toEqual({ ...group(), archivedForEver: true, archivedUntilNextEvent: true });
    archiveErrorGroup(one, { archiveForEver: false, archivedUntilNextEvent: false });
    expect(one).toEqual(group());
  });
});
