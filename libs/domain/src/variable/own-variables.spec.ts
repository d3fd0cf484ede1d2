import { changeOwnVariables } from './own-variables.js';
import type { Variable } from './variable.js';

const variable = (values: Partial<Variable>): Variable => ({
  key: 'A',
  value: 'a',
  locked: false,
  secret: false,
  ...values,
});
const seal = (key: string, value: string) => `sealed ${key} ${value}`;

describe('changeOwnVariables', () => {
  it('replaces the list and seals secret values', () => {
    const sent = [variable({}), variable({ key: 'B', value: 'b', secret: true })];
    expect(changeOwnVariables([variable({ key: 'OLD' })], sent, seal)).toEqual([
      sent[0],
      { ...sent[1], value: 'sealed B b' },
    ]);
  });

  it('keeps a secret that comes back as it reads, and takes a new value', () => {
    const stored = changeOwnVariables([], [variable({ secret: true })], seal);
    expect(changeOwnVariables(stored, [variable({ secret: true, value: '' })], seal)).toEqual(stored);
    expect(changeOwnVariables(stored, [variable({ secret: true, value: 'new' })], seal)[0]!.value).toBe('sealed A new');
  });

  it('can make a variable secret, but never readable again', () => {
    expect(changeOwnVariables([variable({})], [variable({ secret: true, value: '' })], seal)[0]!.value).toBe(
      'sealed A ',
    );
    const stored = changeOwnVariables([], [variable({ secret: true })], seal);
    expect(() => changeOwnVariables(stored, [variable({})], seal)).toThrow('cannot be turned off again');
    expect(changeOwnVariables(stored, [], seal)).toEqual([]);
  });

  it('refuses a key that comes twice', () => {
    expect(() => changeOwnVariables([], [variable({}), variable({ value: 'b' })], seal)).toThrow('twice');
  });
});
