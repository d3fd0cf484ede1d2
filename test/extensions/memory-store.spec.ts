import { createHash } from 'node:crypto';
import { startApi, urlCheckBody, type TestApi } from '#testing';
import { FakeAgent, passed } from '../api/fake-agent.js';
import { MemoryStore, memoryStoreExtension } from './memory-store.extension.js';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ extensions: [memoryStoreExtension] });
});
afterAll(() => api?.close());

it('a store of an extension has the files of results', async () => {
  const { id: accountId, client } = await api.account();
  const where = { name: 'Here', slugName: 'here' };
  const { id } = (await client.post<{ id: string }>('/v1/private-locations', where)).expect(201).body;
  const { rawKey } = (await client.post<{ rawKey: string }>(`/v1/private-locations/${id}/keys`)).expect(201).body;
  const location = api.anonymous.as(rawKey);
  const agent = new FakeAgent(location);
  (await client.post('/v1/checks/url', urlCheckBody({ privateLocations: ['here'] }))).expect(201);
  const lease = await agent.leaseOne();
  await agent.report(passed(lease));

  const content = Buffer.from('1 router');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { runId, resultId } = lease;
  const upload = new URLSearchParams({ runId, token: '1', attempt: '1', type: 'log', sha256 });
  const path = `/agent/v1/artifacts/${resultId}/trace.txt?${upload}`;
  const headers = { 'content-type': 'text/plain' };
  (await location.put(path, undefined, { raw: content, headers })).expect(200);
  const { files } = api.app.get(MemoryStore, { strict: false });
  const about = { size: 8, sha256, contentType: 'text/plain' };
  expect([...files]).toEqual([[`${accountId}/${resultId}/trace.txt`, { content, about }]]);

  const read = () => client.get<string>(`/v1/check-results/${lease.check.id}/${resultId}/assets/trace.txt`);
  expect((await read()).expect(200).body).toBe('1 router');
  files.clear();
  (await read()).expect(404);
});
