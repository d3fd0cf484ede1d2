import { ConfigError, EnvReader } from './env-reader.js';

const problemsOf = (work: (read: EnvReader) => void, env: Record<string, string> = {}) => {
  const read = new EnvReader(env);
  work(read);
  try {
    read.done({});
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('EnvReader', () => {
  it('takes an empty or blank value for absent', () => {
    const read = new EnvReader({ A: '', B: '  ', C: ' x ' });
    expect([read.text('A'), read.text('B', 'b'), read.text('C'), read.whole('A', 7, 1, 9)]).toEqual([
      undefined,
      'b',
      'x',
      7,
    ]);
  });

  it.each(['0', '11', '1.5', 'x', '1e400', '-1', 'NaN', '٣'])('refuses %p for a whole number from 1 to 10', (text) => {
    expect(problemsOf((read) => read.whole('N', 1, 1, 10), { N: text })).toEqual([
      `N must be a whole number from 1 to 10, not "${text}"`,
    ]);
  });

  it('takes one of a list in any case, as the list spells it', () => {
    expect(new EnvReader({ L: 'warn' }).oneOf('L', ['INFO', 'WARN'], 'INFO')).toBe('WARN');
    expect(problemsOf((read) => read.oneOf('L', ['INFO', 'WARN'], 'INFO'), { L: 'loud' })).toEqual([
      'L must be one of INFO, WARN, not "loud"',
    ]);
  });

  it('splits lists and drops what is empty', () => {
    expect(new EnvReader({ L: ' a, ,b,' }).list('L', ['x'])).toEqual(['a', 'b']);
    expect(new EnvReader({}).list('L', ['x'])).toEqual(['x']);
  });

  it.each([
    ['https://a.example/', 'https://a.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('reads the URL %s', (text, url) => expect(new EnvReader({ U: text }).url('U', '')).toBe(url));

  it.each(['a.example', 'ftp://a.example', 'file:///etc/passwd', 'http://'])('refuses the URL %s', (text) => {
    expect(problemsOf((read) => read.url('U', ''), { U: text })).toHaveLength(1);
  });

  it('reports everything at once, by name, and freezes what is good', () => {
    const problems = problemsOf(
      (read) => {
        read.required('ONE', 'what it is');
        read.whole('TWO', 1, 1, 2);
      },
      { TWO: 'x' },
    );
    expect(problems).toEqual(['ONE is required: what it is', 'TWO must be a whole number from 1 to 2, not "x"']);
    expect(new ConfigError(problems).message).toContain('  - ONE is required');
    expect(Object.isFrozen(new EnvReader({}).done({ a: 1 }))).toBe(true);
  });
});
