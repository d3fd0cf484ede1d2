import type { ApiExtension } from '#api';
import { KeyVerifier } from '#http';
import { createTestDatabase, startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { Module } from '@nestjs/common';
import { documentationProblems, structureProblems } from '../architecture/document-rules.js';
import { notesExtension, Sessions } from './notes.extension.js';

let api: TestApi;
let account: TestAccount;

beforeAll(async () => {
  api = await startApi({ extensions: [notesExtension] });
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const NOTE = { title: 'On call', text: 'Ask Ada first' };

describe('a resource of an extension', () => {
  it('is stored and read per account', async () => {
    (await account.client.post('/v1/notes', NOTE)).expect(201);
    expect((await account.client.get('/v1/notes/On%20call')).expect(200).body).toEqual(NOTE);
    const other = await api.account();
    (await other.client.get('/v1/notes/On%20call')).expect(404);
  });

  it('has the same guard, roles, validation and errors', async () => {
    (await api.anonymous.post('/v1/notes', NOTE)).expect(401);
    (await (await account.clientOf('READ_ONLY')).post('/v1/notes', NOTE)).expect(403);
    const { body } = (await account.client.post<ErrorBody>('/v1/notes', { title: '', other: 1 })).expect(400);
    expect(body.attributes.violations?.map(({ field }) => field).toSorted()).toEqual(['other', 'text', 'title']);
    (await account.client.post('/v1/notes', NOTE)).expect(201);
    expect((await account.client.post<ErrorBody>('/v1/notes', NOTE)).expect(409).body.message).toBe(
      'A note with this title exists already.',
    );
  });

  it('is documented like the rest', () => {
    expect(api.document.paths['/v1/notes']?.post?.summary).toBe('Write a note');
    expect([...documentationProblems(api.document), ...structureProblems(api.document)]).toEqual([]);
  });
});

describe('a replaced port', () => {
  it('decides who a caller is, with what the module of the extension provides', async () => {
    const sessions = api.app.get(Sessions, { strict: false });
    const token = 'sso_of-somebody';
    const client = api.anonymous.as(token);
    (await client.get('/v1/variables')).expect(401);
    sessions.start(token, { accountId: account.id, keyId: 'somebody', role: 'READ_ONLY' });
    (await client.get('/v1/variables')).expect(200);
    (await client.post('/v1/notes', NOTE)).expect(403);
    const other = await api.account();
    (await api.anonymous.as(token, other.id).get('/v1/variables')).expect(401);
    sessions.end(token);
    (await client.get('/v1/variables')).expect(401);
  });

  it('can hand on to the standard one: API keys still work', async () => {
    (await account.client.get('/v1/variables')).expect(200);
    (await api.anonymous.as(`sv_${'x'.repeat(32)}`).get('/v1/variables')).expect(401);
  });
});

describe('an extension that cannot work', () => {
  @Module({})
  class EmptyModule {}
  const replacing = (name: string, provide: symbol | typeof KeyVerifier): ApiExtension => ({
    name,
    module: EmptyModule,
    replaces: [{ provide, useValue: {} }],
  });

  it.each([
    ['replaces what is no port', [replacing('one', Symbol('nothing'))], 'one replaces nothing, which is not a port'],
    [
      'replaces what another one replaces',
      [replacing('one', KeyVerifier), replacing('two', KeyVerifier)],
      'one and two both replace KeyVerifier',
    ],
  ])('stops the start when it %s', async (_what, extensions, problem) => {
    const database = await createTestDatabase();
    try {
      await expect(startApi({ databaseUrl: database.url, extensions })).rejects.toThrow(problem);
    } finally {
      await database.drop();
    }
  });
});
