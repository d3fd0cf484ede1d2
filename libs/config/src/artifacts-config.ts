import type { EnvReader } from './env-reader.js';

/** Where the files of results are kept, and how long. */
export interface ArtifactsConfig {
  /** Used where there is no bucket. Replicas share it. */
  readonly directory: string;
  readonly days: number;
  /** A bucket of S3 or of anything that speaks its protocol. */
  readonly s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}

export function readArtifactsConfig(read: EnvReader): ArtifactsConfig {
  const directory = read.text('PHAROS_ARTIFACTS_DIRECTORY', '.pharos/artifacts');
  const days = read.whole('PHAROS_ARTIFACTS_DAYS', 30, 1, 3_650);
  const bucket = read.text('PHAROS_ARTIFACTS_S3_BUCKET');
  const region = read.text('PHAROS_ARTIFACTS_S3_REGION', 'us-east-1');
  const endpoint = read.url('PHAROS_ARTIFACTS_S3_ENDPOINT', `https://s3.${region}.amazonaws.com`);
  const [id, secret] = ['PHAROS_ARTIFACTS_S3_ACCESS_KEY_ID', 'PHAROS_ARTIFACTS_S3_SECRET_ACCESS_KEY'] as const;
  const [accessKeyId, secretAccessKey] = [read.text(id), read.text(secret)];
  if (bucket === undefined) return { directory, days, s3: null };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    read.refuse('PHAROS_ARTIFACTS_S3_BUCKET must be the name of a bucket', null);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return read.refuse(`PHAROS_ARTIFACTS_S3_BUCKET needs ${id} and ${secret}`, { directory, days, s3: null });
  return { directory, days, s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } };
}
