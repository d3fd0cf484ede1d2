import { EMPTY_PAYLOAD, signed } from './signature-v4.js';

/** The example "GET Object" of Amazon's documentation of Signature Version 4 for S3. */
it('signs as Amazon’s own example says', () => {
  const credentials = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const host = 'examplebucket.s3.amazonaws.com';
  const request = {
    method: 'GET',
    host,
    path: '/test.txt',
    payload: EMPTY_PAYLOAD,
    headers: { range: 'bytes=0-9' },
  } as const;
  expect(signed(request, credentials, new Date('2013-05-24T00:00:00.000Z'))).toEqual({
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  });
});
