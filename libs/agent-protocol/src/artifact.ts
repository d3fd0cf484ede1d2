import type { ArtifactType } from '#domain';

/** PUT /agent/v1/artifacts/{resultId}/{name}?runId=&token=&attempt=&type=&sha256=, with the file as the body. */
export const ARTIFACTS_PATH = '/agent/v1/artifacts';

/** Which run's file it is, and what the body must come to. Sending a file again is harmless. */
export interface ArtifactUpload {
  runId: string;
  /** Of the lease under which it was made. */
  token: number;
  attempt: number;
  type: ArtifactType;
  /** Of the whole body, 64 hexadecimal digits. */
  sha256: string;
}

/** `stored` now, or `known` since an earlier upload of the same. */
export const ARTIFACT_VERDICTS = ['stored', 'known'] as const;
export type ArtifactVerdict = (typeof ARTIFACT_VERDICTS)[number];
