import { addCheckType, CHECK_TYPES, RUNNABLE_TYPES, SESSION_CHECK_TYPES, type CheckType } from './check-type.js';

it('a check type of an extension is one of all, of those in sessions, and of those that run', () => {
  const before = CHECK_TYPES.length;
  addCheckType('SMTP_LOGIN' as CheckType);
  addCheckType('SMTP_LOGIN' as CheckType);
  expect(CHECK_TYPES).toHaveLength(before + 1);
  for (const list of [CHECK_TYPES, SESSION_CHECK_TYPES, RUNNABLE_TYPES])
    expect(list.filter((type: string) => type === 'SMTP_LOGIN')).toHaveLength(1);
});

it.each([
  ['URL', "is the API's own"],
  ['HEARTBEAT', "is the API's own"],
  ['smtp', 'cannot be a check type'],
  ['', 'cannot be a check type'],
  ['A__B', 'cannot be a check type'],
])('"%s" %s', (name, problem) => {
  const before = [...CHECK_TYPES];
  expect(() => addCheckType(name as CheckType)).toThrow(problem);
  expect(CHECK_TYPES).toEqual(before);
});
