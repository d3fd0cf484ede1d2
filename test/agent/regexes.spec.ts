import { Regexes, type RegexQuestion } from '../../apps/agent/src/probes/regexes.js';

const LIMIT_MS = 300;
const regexes = new Regexes(LIMIT_MS);
afterAll(() => regexes.stop());

const about = (source: string, ...texts: string[]): RegexQuestion => ({ source, flags: '', texts });
const EVIL = about('^(a+)+$', `${'a'.repeat(60)}!`);

describe('regular expressions in a thread', () => {
  it('answer with the first group, the whole match or nothing, for each text', async () => {
    expect(await regexes.ask(about('a(.)?', 'xab', 'a', 'x'))).toEqual({
      matches: [{ text: 'b' }, { text: undefined }, null],
    });
    expect(await regexes.ask(about('a.', 'xab'))).toEqual({ matches: [{ text: 'ab' }] });
  });

  it('answer many questions at once, each its own', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => regexes.ask(about('\\d+', `n${at}`))));
    expect(answers).toEqual(Array.from({ length: 50 }, (_, at) => ({ matches: [{ text: String(at) }] })));
  });

  it('say what is wrong with one that is none', async () => {
    expect(await regexes.ask(about('(', 'a'))).toEqual({ problem: expect.stringContaining('Unterminated group') });
    expect(await regexes.ask({ ...about('a', 'a'), flags: 'no' })).toEqual({
      problem: expect.stringContaining('flags'),
    });
  });

  it('end in time, and later questions are answered', async () => {
    expect(await regexes.ask(EVIL)).toEqual({ problem: `it took more than ${LIMIT_MS} ms` });
    expect(await regexes.ask(about('b', 'abc'))).toEqual({ matches: [{ text: 'b' }] });
  });

  it('do not wait for those that are known to be slow', async () => {
    const order: string[] = [];
    const evil = [1, 2, 3].map((each) => regexes.ask(EVIL).then(() => order.push(`evil ${each}`)));
    const good = [1, 2, 3].map((each) => regexes.ask(about('b', 'abc')).then(() => order.push(`good ${each}`)));
    await Promise.all([...evil, ...good]);
    expect(order).toEqual(['good 1', 'good 2', 'good 3', 'evil 1', 'evil 2', 'evil 3']);
  });
});
