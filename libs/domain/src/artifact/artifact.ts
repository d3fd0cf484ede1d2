/** Reference 2.8: what a file of a result is. */
export const ARTIFACT_TYPES = ['log', 'trace', 'video', 'screenshot', 'pcap', 'report', 'file'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** Spec 8: the most that one artifact may have, in bytes. */
export const ARTIFACT_BYTES = 150 * 1024 * 1024;
/** The most that one result may have. */
export const ARTIFACTS_PER_RESULT = 100;
/** The name of a file without a path: safe in a folder, in a URL and in a header alike. */
export const ARTIFACT_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.+@=-]{0,199}$/;
/** A hash as 64 hexadecimal digits. */
export const SHA256 = /^[0-9a-f]{64}$/;

/** What is known of a file that a run left. */
export interface Artifact {
  name: string;
  type: ArtifactType;
  /** E.g. text/plain. */
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

const CONTENT_TYPE = /^[\w.+-]{1,50}\/[\w.+-]{1,60}(; ?charset=[\w-]{1,20})?$/;

/** A content type as it may be stored and shown; of anything else, that nothing is known of it. */
export function contentTypeOf(text: string | undefined): string {
  return text !== undefined && CONTENT_TYPE.test(text) ? text : 'application/octet-stream';
}

/** Whether a file is text, so that secrets can be found in it. */
export function isText(contentType: string): boolean {
  return /^text\/|[/+](json|xml|x-ndjson|javascript)\b/.test(contentType);
}
