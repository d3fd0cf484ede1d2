import { maskKey } from './api-key.js';
import { mayAct, ROLES } from './role.js';

describe('mayAct', () => {
  it('lets each role do what those below may', () => {
    const table = ROLES.map((has) => ROLES.map((needs) => (mayAct(has, needs) ? 'x' : '-')).join(''));
    expect(table).toEqual(['xxxx', '-xxx', '--xx', '---x']);
  });
});

describe('maskKey', () => {
  it('shows the last four characters', () => {
    expect(maskKey('sv_abcdefgh1234')).toBe('...1234');
    expect(maskKey('ab')).toBe('...ab');
  });
});
