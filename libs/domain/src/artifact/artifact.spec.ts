import { ARTIFACT_NAME, contentTypeOf, isText } from './artifact.js';

describe('ARTIFACT_NAME', () => {
  it.each(['capture.pcap', 'a', 'traceroute-1.txt', `x${'y'.repeat(199)}`])('takes %s', (name) =>
    expect(ARTIFACT_NAME.test(name)).toBe(true),
  );
  it.each(['', '.', '..', '../a', 'a/b', 'a\\b', '.hidden', 'a b', 'a\n', 'ü', `x${'y'.repeat(200)}`])(
    'refuses %j',
    (name) => expect(ARTIFACT_NAME.test(name)).toBe(false),
  );
});

it('contentTypeOf knows types and nothing else', () => {
  expect(contentTypeOf('text/plain; charset=utf-8')).toBe('text/plain; charset=utf-8');
  for (const other of [undefined, '', 'text', 'text/plain\r\nX: y', 'a/b; boundary=x'])
    expect(contentTypeOf(other)).toBe('application/octet-stream');
});

it('isText knows in what secrets can be found', () => {
  for (const type of ['text/plain', 'application/json', 'application/har+json', 'image/svg+xml'])
    expect([type, isText(type)]).toEqual([type, true]);
  for (const type of ['application/vnd.tcpdump.pcap', 'image/png', 'application/octet-stream'])
    expect([type, isText(type)]).toEqual([type, false]);
});
