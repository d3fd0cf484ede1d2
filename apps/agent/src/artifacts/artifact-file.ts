import type { ArtifactType } from '#domain';

/** A file that a run left, for whoever reads its result. */
export interface ArtifactFile {
  /** See `ARTIFACT_NAME`; unique within the result. */
  name: string;
  type: ArtifactType;
  /** E.g. text/plain. */
  contentType: string;
  /** Its bytes, or where it lies; a file that lies somewhere is the uploader's from then on. */
  data: Buffer | { path: string };
}
