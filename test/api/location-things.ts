import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ArtifactStore } from '#api';
import { privateLocationBody, urlCheckBody, type TestAccount, type TestApi } from '#testing';
import { storeResults } from './stored-results.js';

type Maker = (api: TestApi, account: TestAccount) => Promise<Record<string, string>>;

const privateLocation: Maker = async (_api, { client }) => {
  const { id } = (await client.post<{ id: string }>('/v1/private-locations', privateLocationBody())).expect(201).body;
  return { id };
};

const locationKey: Maker = async (api, account) => {
  const { id } = await privateLocation(api, account);
  const path = `/v1/private-locations/${id}/keys`;
  const { id: keyId } = (await account.client.post<{ id: string }>(path)).expect(201).body;
  return { id: id!, keyId };
};

/** A file that an agent left with a result. */
const checkArtifact: Maker = async (api, account) => {
  const body = urlCheckBody({ activated: false, privateLocations: [] });
  const { id: checkId } = (await account.client.post<{ id: string }>('/v1/checks/url', body)).expect(201).body;
  const [resultId] = (await storeResults(api, account.id, checkId, [{ startedAt: new Date() }])) as [string];
  const [name, content] = ['trace.txt', Buffer.from('1 router')];
  const file = {
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentType: 'text/plain',
  };
  await api.app
    .get(ArtifactStore, { strict: false })
    .put(`${account.id}/${resultId}/${name}`, Readable.from([content]), file);
  await api.sql(
    `INSERT INTO check_artifacts (account_id, result_id, name, check_id, type, content_type, size, sha256)
     VALUES ($1, $2, $3, $4, 'log', $5, $6, $7)`,
    [account.id, resultId, name, checkId, file.contentType, file.size, file.sha256],
  );
  return { checkId, checkResultId: resultId, resultId, name };
};

/** What routes under private locations, and agents' files, are about. */
export const LOCATION_THINGS: Record<string, Maker> = {
  '/v1/private-locations/{id}': privateLocation,
  '/v1/private-locations/{id}/capacity': privateLocation,
  '/v1/private-locations/{id}/keys': privateLocation,
  '/v1/private-locations/{id}/keys/{keyId}': locationKey,
  '/v1/private-locations/{id}/metrics': privateLocation,
  '/v1/private-locations/{id}/outages': privateLocation,
  '/v1/private-locations/{id}/schedule-quality': privateLocation,
  '/v1/check-results/{checkId}/{checkResultId}/assets': checkArtifact,
  '/v1/check-results/{checkId}/{checkResultId}/assets/{name}': checkArtifact,
  '/agent/v1/artifacts/{resultId}/{name}': checkArtifact,
};
