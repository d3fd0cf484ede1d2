import { Hidden, isSecretHeader, Unanswerable, type Answer, type Assertion } from '#domain';
import type { AnswerBody } from './api-response.js';
import { answerHeaders } from './http-result.js';
import { jsonAnswer, textAnswer } from './json-answer.js';
import type { FinalAnswer } from './redirects.js';
import type { Find } from './with-regexes.js';

/** What an API check asserts on (reference 5.4). */
export function apiAnswer(answer: FinalAnswer, responseTime: number, body: AnswerBody, find: Find): Answer {
  return {
    STATUS_CODE: () => answer.status,
    RESPONSE_TIME: () => responseTime,
    HEADERS: ({ property, regex }) => header(answer, property.trim(), regex ?? '', find),
    TEXT_BODY: ({ property }) => textAnswer(body.text(), property, find),
    JSON_BODY: (assertion) => jsonBody(assertion, body, find),
  };
}

function header(answer: FinalAnswer, name: string, regex: string, find: Find): unknown {
  const value = answerHeaders(answer.rawHeaders).get(name.toLowerCase());
  const found = value === undefined ? undefined : textAnswer(value, regex, find);
  return isSecretHeader(name) && typeof found === 'string' ? new Hidden(found) : found;
}

function jsonBody(assertion: Assertion, body: AnswerBody, find: Find): unknown {
  const json = body.json();
  return json instanceof Unanswerable ? json : jsonAnswer(json.document, assertion, find);
}
