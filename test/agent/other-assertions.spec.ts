import { jsonAnswer, textAnswer } from '../../apps/agent/src/probes/json-answer.js';
import { assertWithRegexes } from '../../apps/agent/src/probes/with-regexes.js';
import type { Answer } from '#domain';
import { assertion } from './ask-api.js';
import { ANSWERED, JSON_BODY, STATUS_CODE, TEXT_BODY, type Case } from './assertion-table.js';

/** The sources of TCP, DNS and ICMP checks answer with the same kinds of things as those of API checks. */
const SOURCES: [source: string, like: string, cases: Case[]][] = [
  ['RESPONSE_DATA', 'TEXT_BODY', TEXT_BODY],
  ['TEXT_ANSWER', 'TEXT_BODY', TEXT_BODY],
  ['RESPONSE_CODE', 'STATUS_CODE', STATUS_CODE],
  ['LATENCY', 'STATUS_CODE', STATUS_CODE],
  ['JSON_ANSWER', 'JSON_BODY', JSON_BODY],
  ['JSON_RESPONSE', 'JSON_BODY', JSON_BODY],
];

describe.each(SOURCES)('%s, as %s', (source, like, cases) => {
  it('is judged with every comparison, in the same words', async () => {
    const assertions = cases.map(([property, comparison, target]) => assertion(source, comparison, target, property));
    const outcomes = await assertWithRegexes(assertions, (find): Answer => ({
      [source]: (one) => {
        if (like === 'TEXT_BODY') return textAnswer(ANSWERED.body, one.property, find);
        return like === 'JSON_BODY' ? jsonAnswer(JSON.parse(ANSWERED.body), one, find) : ANSWERED.status;
      },
    }));
    const messages = cases.map(([, , , message]) => message && message.replace(like, source));
    expect(outcomes.map(({ message }) => message)).toEqual(messages);
    expect(outcomes.map(({ passed }) => passed)).toEqual(messages.map((message) => message === null));
  });
});
