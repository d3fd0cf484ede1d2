import { ARTIFACT_VERDICTS, type ArtifactUpload, type ArtifactVerdict } from '#agent-protocol';
import { ARTIFACT_TYPES, CHECK_TYPES, SHA256, type ArtifactType, type CheckType } from '#domain';
import { Flag, ListOf, Nested, NestedList, OneOf, Text, Uuid, Whole } from '#http';
import type { ArtifactsOfResult } from './artifacts.queries.js';

const TYPE = { description: 'What the file is', example: 'pcap' };

export class ArtifactUploadQuery implements ArtifactUpload {
  @Uuid({ description: 'The run that left it', example: '01932d5e-7a00-7000-8000-000000000001' }) runId: string;
  @Whole({ min: 1, description: 'Fencing token of the lease under which it was made', example: 1 }) token: number;
  @Whole({ min: 1, description: 'Which attempt of the run, from 1', example: 1 }) attempt: number;
  @OneOf(ARTIFACT_TYPES, TYPE) type: ArtifactType;
  @Text({
    pattern: SHA256,
    hint: 'must be 64 hexadecimal digits in lower case',
    description: 'SHA-256 of the body',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  sha256: string;
}

export class ArtifactUploadView {
  @OneOf(ARTIFACT_VERDICTS, { description: 'Whether it was stored now or is known already', example: 'stored' })
  verdict: ArtifactVerdict;
}

/** Reference 2.8. */
export class AssetsQuery {
  @ListOf(ARTIFACT_TYPES, { optional: true, description: 'Only files of these types', example: [] })
  type?: ArtifactType[];
  @Text({ optional: true, max: 200, description: 'Only files with this in their name, in upper or lower case' })
  name?: string;
}

class AssetSourceView {
  @OneOf(['check-result'], { description: 'What left it', example: 'check-result' }) type: string;
  @Uuid({ description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @Text({ description: 'Name of the check', example: 'Home page' }) checkName: string;
  @OneOf(CHECK_TYPES, { description: 'Type of the check', example: 'URL' }) checkType: CheckType;
  @Uuid({ description: 'Id of the result', example: '0199a3c4-7c00-7000-8000-000000000001' }) resultId: string;
}

class AssetView {
  @OneOf(ARTIFACT_TYPES, TYPE) type: ArtifactType;
  @Text({ description: 'Name of the file', example: 'capture.pcap' }) name: string;
  @Text({
    description: 'Where it can be read, with a key of the account',
    example: 'https://pharos.example.com/v1/...',
  })
  url: string;
  @Text({ description: 'What its content is', example: 'application/vnd.tcpdump.pcap' }) contentType: string;
  @Nested(() => AssetSourceView, { description: 'Where it comes from' }) source: AssetSourceView;
}

/** Reference 3.10. */
export class AssetManifestView {
  @NestedList(() => AssetView, { max: 1_000, description: 'The files, by name' }) assets: AssetView[];
  @Flag({ description: 'Whether there are more than are listed', example: false }) truncated: boolean;
  @Whole({ min: 0, description: 'How many are listed', example: 1 }) entriesReturned: number;
  @Whole({ min: 0, description: 'How many there are', example: 1 }) entriesTotal: number;

  static of({ checkName, checkType, total, artifacts }: ArtifactsOfResult, publicUrl: string): AssetManifestView {
    const assets = artifacts.map(({ checkId, resultId, name, type, contentType }) => ({
      type,
      name,
      url: `${publicUrl}/v1/check-results/${checkId}/${resultId}/assets/${encodeURIComponent(name)}`,
      contentType,
      source: { type: 'check-result', checkId, checkName, checkType, resultId },
    }));
    return { assets, truncated: assets.length < total, entriesReturned: assets.length, entriesTotal: total };
  }
}
