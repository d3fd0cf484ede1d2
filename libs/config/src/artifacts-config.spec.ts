import { readArtifactsConfig } from './artifacts-config.js';
import { EnvReader, type Env } from './env-reader.js';

function read(env: Env) {
  const reader = new EnvReader(env);
  return reader.done({ ...readArtifactsConfig(reader) });
}

const KEYS = { PHAROS_ARTIFACTS_S3_ACCESS_KEY_ID: 'id', PHAROS_ARTIFACTS_S3_SECRET_ACCESS_KEY: 'secret' };

it('is a local folder unless a bucket is named', () => {
  expect(read({})).toEqual({ directory: '.pharos/artifacts', days: 30, s3: null });
  expect(read({ ...KEYS, PHAROS_ARTIFACTS_DIRECTORY: '/a', PHAROS_ARTIFACTS_DAYS: '7' })).toEqual({
    directory: '/a',
    days: 7,
    s3: null,
  });
});

it('is a bucket of Amazon’s unless an endpoint is named', () => {
  const bucket = { ...KEYS, PHAROS_ARTIFACTS_S3_BUCKET: 'pharos-files', PHAROS_ARTIFACTS_S3_REGION: 'eu-west-1' };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  expect(read(bucket).s3).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    bucket: 'pharos-files',
    region: 'eu-west-1',
    ...credentials,
  });
  const endpoint = 'http://minio:9000';
  expect(read({ ...bucket, PHAROS_ARTIFACTS_S3_ENDPOINT: `${endpoint}/` }).s3).toMatchObject({ endpoint });
});

it.each<[Env, string]>([
  [{ PHAROS_ARTIFACTS_S3_BUCKET: 'files' }, 'PHAROS_ARTIFACTS_S3_ACCESS_KEY_ID'],
  [{ ...KEYS, PHAROS_ARTIFACTS_S3_BUCKET: 'No Bucket' }, 'the name of a bucket'],
  [{ ...KEYS, PHAROS_ARTIFACTS_S3_BUCKET: 'files', PHAROS_ARTIFACTS_S3_ENDPOINT: 'minio' }, 'http or https URL'],
  [{ PHAROS_ARTIFACTS_DAYS: '0' }, 'PHAROS_ARTIFACTS_DAYS'],
])('refuses %j', (env, problem) => expect(() => read(env)).toThrow(problem));
