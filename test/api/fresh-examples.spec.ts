import { AccountsService, EXAMPLE_ACCOUNT_ID, EXAMPLE_CHECK_ID, freshExamples } from '#api';
import type { AccountId } from '#domain';
import { startApi, type TestApi } from '#testing';
import type { OpenAPIObject } from '@nestjs/swagger';
import { storeCheck, storeResults } from './stored-results.js';

const ACCOUNT = EXAMPLE_ACCOUNT_ID as AccountId;
const AT = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000);

let api: TestApi;

beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api?.close());

/** The examples of the paths whose ids carry their moment. */
async function served(): Promise<(string | undefined)[]> {
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as OpenAPIObject;
  const paths = ['/v1/check-results/{checkId}/{checkResultId}', '/v2/check-sessions/{checkSessionId}/completion'];
  return paths.flatMap((path) =>
    document.paths[path]!.get!.parameters!.flatMap((parameter) =>
      'schema' in parameter && /Result|Session/.test(parameter.name)
        ? [(parameter.schema as { example?: string }).example]
        : [],
    ),
  );
}

async function addExampleCheck(): Promise<void> {
  await api.app.get(AccountsService, { strict: false }).create({ id: ACCOUNT, name: 'Example' });
  await storeCheck(api, ACCOUNT, { id: EXAMPLE_CHECK_ID });
}

it('the served document names the newest FINAL result of the example check and its session', async () => {
  await addExampleCheck();
  const sessionId = '01932d5e-7a00-7000-8000-0000000000aa';
  const [, newest] = await storeResults(api, ACCOUNT, EXAMPLE_CHECK_ID, [
    { startedAt: AT(1) },
    { startedAt: AT(2), sessionId },
    { startedAt: AT(3), resultType: 'ATTEMPT' },
  ]);
  expect(await served()).toEqual([newest, sessionId]);
  // A time that is required is of the last hour.
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as OpenAPIObject;
  const { parameters } = document.paths['/v1/private-locations/{id}/metrics']!.get!;
  const from = (parameters as { name: string; schema: { example: string } }[]).find(({ name }) => name === 'from')!;
  expect(Date.now() - Date.parse(from.schema.example)).toBeLessThan(2 * 3_600_000);
  // The document itself keeps its own.
  expect(JSON.stringify(api.document)).not.toContain(sessionId);
});

it('names nothing of other accounts and of other checks', async () => {
  await addExampleCheck();
  const other = await storeCheck(api, ACCOUNT);
  await storeResults(api, ACCOUNT, other, [{ startedAt: AT(1) }]);
  const { id } = await api.account();
  await storeCheck(api, id, { id: EXAMPLE_CHECK_ID });
  await storeResults(api, id, EXAMPLE_CHECK_ID, [{ startedAt: AT(1) }]);
  expect(await freshExamples(api.database)()).toEqual({});
});

describe('look-ups', () => {
  const counted = () => jest.spyOn(api.database, 'rows');
  /** The service's own statements, such as its pulse, go the same way. */
  const lookUps = (rows: ReturnType<typeof counted>) =>
    rows.mock.calls.filter(([statement]) => statement.name === 'example_check_newest_result');
  const askOften = async (examples: () => Promise<unknown>) => {
    for (let time = 0; time < 100; time += 1) await examples();
  };

  it('there is one for many requests, and another after 5 s', async () => {
    await addExampleCheck();
    const examples = freshExamples(api.database);
    const rows = counted();
    await askOften(examples);
    expect(lookUps(rows)).toHaveLength(1);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001);
    await askOften(examples);
    clock.mockRestore();
    expect(lookUps(rows)).toHaveLength(2);
  });

  it('there is one ever where there are no examples', async () => {
    const examples = freshExamples(api.database);
    const rows = counted();
    await examples();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    await askOften(examples);
    clock.mockRestore();
    expect(lookUps(rows)).toHaveLength(1);
  });

  it('without the database the document keeps its examples', async () => {
    const examples = freshExamples(api.database);
    counted().mockRejectedValue(new Error('gone'));
    expect(await examples()).toEqual({});
  });
});
