import { ROLES } from '../api-key/role.js';
import { changeVariable, readableValue, type Variable } from './variable.js';

const plain: Variable = { key: 'A', value: 'old', locked: false, secret: false };
const secret: Variable = { ...plain, secret: true };

describe('changeVariable', () => {
  it('changes value and flags, never the key', () => {
    expect(changeVariable(plain, { key: 'B', value: 'new', locked: true })).toEqual({
      ...plain,
      value: 'new',
      locked: true,
    });
  });

  it('needs a value, but for secrets, which keep theirs without one or with an empty one', () => {
    expect(() => changeVariable(plain, { locked: true })).toThrow('"value" is required');
    expect(changeVariable(plain, { value: '' }).value).toBe('');
    expect(changeVariable(secret, { locked: true }).value).toBe('old');
    expect(changeVariable(secret, { value: '' }).value).toBe('old');
    expect(changeVariable(secret, { value: 'new' })).toEqual({ ...secret, value: 'new' });
  });

  it('makes secret once and for all', () => {
    expect(changeVariable(plain, { value: 'x', secret: true }).secret).toBe(true);
    expect(() => changeVariable(secret, { value: 'x', secret: false })).toThrow('"secret" cannot be turned off again');
  });

  it('leaves the given one alone', () => {
    const current = { ...plain };
    changeVariable(current, { value: 'new' });
    expect(current).toEqual(plain);
  });
});

describe('readableValue', () => {
  it.each(ROLES)('never shows a secret to %s', (role) => expect(readableValue(secret, role)).toBe(''));

  it('shows a locked value to those who could write it', () => {
    const shown = ROLES.filter((role) => readableValue({ ...plain, locked: true }, role) === 'old');
    expect(shown).toEqual(['ADMIN', 'READ_WRITE']);
    expect(ROLES.every((role) => readableValue(plain, role) === 'old')).toBe(true);
  });
});
